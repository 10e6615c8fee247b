import { oneLine } from '@issue-tracking/sdk/internal';

/** A text of the service in one line, with nothing in it that a terminal would obey. */
export const printable: (text: string) => string = oneLine;

/** JSON in which such characters are written as escapes: the same value, and safe to print and to keep. */
export function printableJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  return text.replaceAll(/[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
