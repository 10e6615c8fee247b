/** A word as it is printed, perhaps in colour, and how wide that is. */
interface Word {
  readonly text: string;
  readonly width: number;
}

/** The words of a text, each painted by itself, so that a colour never goes on in the margin. */
export function splitWords(text: string, paint: (word: string) => string = (word) => word): Word[] {
  return text.split(' ').map((word) => ({ text: paint(word), width: word.length }));
}

/** Words in lines of at most `columns`, all but the first after a margin. A word that is too long has its own. */
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

/** How wide lines may be: one that says 0 doesn't know. */
export function lineWidth({ columns }: { readonly columns?: number | undefined }): number {
  return columns === 0 ? 80 : (columns ?? Number.POSITIVE_INFINITY);
}
