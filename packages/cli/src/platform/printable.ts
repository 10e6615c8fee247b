import { oneLine } from '@issue-tracking/sdk/internal';

/** Returns a text in one line, without control characters that a terminal would interpret. */
export const printable: (text: string) => string = oneLine;

/** Returns JSON with control characters as escapes, safe to print and to store. */
export function printableJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  return text.replaceAll(/[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
