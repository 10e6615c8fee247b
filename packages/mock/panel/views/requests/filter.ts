import type { Entry } from '../../transport/answers.ts';

export const groups = ['all', 'good', 'failed', 'lost', 'fault'] as const;
export type Group = (typeof groups)[number];

export const groupTexts: Record<Group, string> = {
  all: 'All',
  good: 'Succeeded',
  failed: 'Refused',
  lost: 'No answer',
  fault: 'Made to fail',
};

export function isIn(group: Group, { status, fault }: Entry): boolean {
  if (group === 'good') return status !== undefined && status < 400;
  if (group === 'failed') return status !== undefined && status >= 400;
  if (group === 'lost') return status === undefined;
  return group === 'all' || fault !== undefined;
}

/**
 * Whether an entry has every word of a text: in its method, path, query, endpoint, status, credential or error. `-word` is for
 * those that do not have it.
 */
export function passes(text: string, entry: Entry): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const { method, path, search, endpoint, status, credential, error, stub } = entry;
  const whole = [method, path, search, endpoint, status, credential, error, stub].join(' ').toLowerCase();
  return words.every((word) =>
    word.length > 1 && word.startsWith('-') ? !whole.includes(word.slice(1)) : whole.includes(word),
  );
}
