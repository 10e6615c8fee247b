import type { LogEntry } from '../../transport/responses.ts';

export const groups = ['all', 'succeeded', 'rejected', 'lost', 'warned', 'fault'] as const;
export type Group = (typeof groups)[number];

export const groupTexts: Record<Group, string> = {
  all: 'All',
  succeeded: 'Succeeded',
  rejected: 'Rejected',
  lost: 'No response',
  warned: 'Warnings',
  fault: 'Failures',
};

export function isIn(group: Group, { status, warnings, faultId }: LogEntry): boolean {
  if (group === 'succeeded') return status !== undefined && status < 400;
  if (group === 'rejected') return status !== undefined && status >= 400;
  if (group === 'lost') return status === undefined;
  if (group === 'warned') return warnings !== undefined;
  return group === 'all' || faultId !== undefined;
}

/**
 * Whether an entry has every word of a text: in its method, path, query, endpoint, status, credential, reason or error. `-word` is for
 * those that do not have it. The log shows no credential whole: `sentWith` has the requests that came with the typed one.
 */
export function passes(text: string, entry: LogEntry, sentWith: ReadonlySet<number> = new Set()): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const whole = searchable(entry);
  const has = (word: string) => whole.includes(word) || (isCredential(word) && sentWith.has(entry.number));
  return words.every((word) => (word.length > 1 && word.startsWith('-') ? !has(word.slice(1)) : has(word)));
}

/** Texts of entries: with each key press all are searched. */
const texts = new WeakMap<LogEntry, string>();

function searchable(entry: LogEntry): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const { method, path, search, endpoint, status, credential, error, reason, warnings = [] } = entry;
  const kinds = warnings.flatMap(({ kind }) => ['warning', kind]);
  const text = [method, path, search, endpoint, status, credential, error, reason, ...kinds].join(' ').toLowerCase();
  texts.set(entry, text);
  return text;
}

/** The credential in a text that is typed, if there is one. */
export function credentialIn(text: string): string | undefined {
  return text
    .split(/\s+/)
    .map((word) => word.replace(/^-/, ''))
    .find(isCredential);
}

function isCredential(word: string): boolean {
  return /^(?:svc|oat)_./i.test(word);
}
