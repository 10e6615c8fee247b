import type { Behavior } from '../behavior/behavior.ts';
import { comparableText } from '../records/comparable-text.ts';
import type { IssueRecord } from '../records/records.ts';

/** Whether a search finds an issue. */
type Finds = (issue: IssueRecord) => boolean;

/** Returns the predicate of `q` (GAP-22, GAP-55); `undefined` if all issues match. */
export function finder(q: string, search: Behavior['search']): Finds | undefined {
  const text = q.toLowerCase();
  if (search === 'like') {
    const isLike = like(text);
    return (issue) => searched(issue).some(isLike);
  }
  if (text.trim() === '') return undefined;
  if (search === 'substring') return (issue) => searched(issue).some((part) => part.includes(text));
  const words = text.trim().split(/\s+/);
  return (issue) => {
    const parts = searched(issue);
    return words.every((word) => parts.some((part) => part.includes(word)));
  };
}

/** Returns the searched texts, title and description, in lower case. */
function searched({ title, description }: IssueRecord): string[] {
  return [title, description].map((part) => comparableText(part).toLowerCase());
}

/** Matches like SQL's LIKE with `%` on both sides. A regular expression would backtrack endlessly for many `%`. */
function like(text: string): (part: string) => boolean {
  const pieces = text.split('%').map((piece) => [...piece]);
  return (part) => {
    const characters = [...part];
    let at = 0;
    return pieces.every((piece) => {
      at = endOf(piece, characters, at);
      return at >= 0;
    });
  };
}

/** Returns the end of the first match of a piece from `start`; -1 without a match. */
function endOf(piece: readonly string[], characters: readonly string[], start: number): number {
  for (let from = start; from + piece.length <= characters.length; from++) {
    if (piece.every((character, i) => character === '_' || character === characters[from + i]))
      return from + piece.length;
  }
  return -1;
}
