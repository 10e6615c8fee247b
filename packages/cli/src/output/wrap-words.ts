import type { CliContext } from '../context.ts';

/** A printed word, possibly with colour codes, and its width. */
interface Word {
  readonly text: string;
  readonly width: number;
}

/** Splits a text into words. Paints each word separately, so that no colour runs into the margin. */
export function splitWords(text: string, paint: (word: string) => string = (word) => word): Word[] {
  return text.split(' ').map((word) => ({ text: paint(word), width: word.length }));
}

/** Wraps words into lines of at most `columns`, with a margin from the second line on. A longer word gets a line of its own. */
export function wrapWords(words: readonly Word[], columns: number, margin: number): string {
  const lines: string[][] = [[]];
  let used = margin;
  for (const { text, width } of words) {
    if (used + width > columns && used > margin) {
      lines.push([]);
      used = margin;
    }
    lines.at(-1)?.push(text);
    used += width + 1;
  }
  return lines.map((line) => line.join(' ')).join(`\n${' '.repeat(margin)}`);
}

/** Returns the maximum width of lines of standard output: 80 if the terminal reports 0, unlimited without a terminal. */
export function lineWidth({ out, columns }: CliContext['terminal']): number {
  return out && columns !== undefined ? columns || 80 : Number.POSITIVE_INFINITY;
}
