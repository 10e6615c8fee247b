import { useEffect, useState } from 'preact/hooks';
import type { RequestEntry } from '../../src/control/types.ts';
import { usePanel } from '../state/panel.ts';
import type { Item } from './items.ts';
import { targetOf } from './words.ts';

/** The groups of the timeline, and which row is in which. */
export const groups = {
  all: { text: 'All', has: () => true },
  succeeded: { text: 'Succeeded', has: has(({ status }) => status !== undefined && status < 400) },
  rejected: { text: 'Rejected', has: has(({ status }) => status !== undefined && status >= 400) },
  lost: { text: 'No response', has: has(({ status }) => status === undefined) },
  warned: { text: 'Warnings', has: has(({ warnings }) => warnings !== undefined) },
  fault: { text: 'Failures', has: has(({ faultId }) => faultId !== undefined) },
  changes: { text: 'Changes', has: (item: Item) => item.kind === 'change' },
} satisfies Record<string, { text: string; has: (item: Item) => boolean }>;
export type Group = keyof typeof groups;

function has(passes: (entry: RequestEntry) => boolean): (item: Item) => boolean {
  return (item) => item.kind === 'request' && passes(item.entry);
}

/**
 * Whether an item has every word of a text; `-word` is for those that do not have it, and `#33` for an issue. The log shows no
 * credential whole: `sentWith` has the requests that came with the typed one.
 */
export function passes(text: string, item: Item, sentWith: ReadonlySet<number> = new Set()): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const whole = searchable(item);
  const contains = (word: string) => {
    if (item.kind !== 'request') return whole.includes(word);
    if (/^#\d+$/.test(word)) return targetOf(item.entry.path).issueNumber === Number(word.slice(1));
    return whole.includes(word) || (isCredential(word) && sentWith.has(item.entry.number));
  };
  return words.every((word) => (word.length > 1 && word.startsWith('-') ? !contains(word.slice(1)) : contains(word)));
}

/** Texts of items: with each key press all are searched. */
const texts = new WeakMap<object, string>();

function searchable(item: Item): string {
  if (item.kind === 'burst') return '';
  const source = item.kind === 'request' ? item.entry : item.made;
  const known = texts.get(source);
  if (known !== undefined) return known;
  const text = item.kind === 'request' ? requestText(item.entry) : `change ${item.made.words} ${item.made.author}`;
  texts.set(source, text.toLowerCase());
  return text.toLowerCase();
}

function requestText(entry: RequestEntry): string {
  const { method, path, search, endpoint, status, credential, error, reason, why, warnings = [], faultId } = entry;
  const kinds = warnings.flatMap(({ kind, text }) => ['warning', kind, text]);
  return [method, path, search, endpoint, status, credential, error, reason, why, faultId, ...kinds].join(' ');
}

/** The credential in a text that is typed, if there is one. */
const credentialIn = (text: string) =>
  text
    .split(/\s+/)
    .map((word) => word.replace(/^-/, ''))
    .find(isCredential);

const isCredential = (word: string) => /^(?:svc|oat)_./i.test(word);

const none: ReadonlySet<number> = new Set();

/** Returns the numbers of requests that came with the credential in a text: the log shows no credential whole. */
export function useSentWith(text: string): ReadonlySet<number> {
  const panel = usePanel();
  const [found, setFound] = useState(none);
  const apiKey = credentialIn(text);
  const entries = panel.requests.entries.value;
  useEffect(() => {
    if (apiKey === undefined) return setFound(none);
    const timer = setTimeout(async () => {
      const sent = await panel.call('requests.find', { apiKey }).catch(() => []);
      setFound(new Set(sent.map(({ number }) => number)));
    }, 150);
    return () => clearTimeout(timer);
  }, [panel, apiKey, entries]);
  return found;
}
