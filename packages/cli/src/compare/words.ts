import { isText, type JsonObject } from '../platform/json.ts';

export const textOf = (value: unknown) => (isText(value) ? value : undefined);
export const labelsOf = ({ labels }: JsonObject): string[] => (Array.isArray(labels) ? labels.filter(isText) : []);
export const isSameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Whether a text has a word, in any letter case. */
export function has(text: unknown, word: string): boolean {
  return String(text ?? '')
    .toLowerCase()
    .includes(word.toLowerCase());
}

/** The words of a text. Those beyond ASCII, which show its encoding, come first. */
export function wordsOf(text: unknown): string[] {
  const words = isText(text) ? (text.match(/\p{L}{4,}/gu) ?? []) : [];
  return words.sort((a, b) => Number(/^[ -~]*$/.test(a)) - Number(/^[ -~]*$/.test(b)));
}
