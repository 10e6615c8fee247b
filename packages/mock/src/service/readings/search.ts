import { type IssueEntry, separator } from '../../data/store/issue-entry.ts';
import type { Readings } from './readings.ts';

/** Whether a search finds an issue. */
type Finds = (issue: IssueEntry) => boolean;

/** What `q` finds (GAP-22, GAP-55); `undefined` when it filters nothing. */
export function finder(q: string, search: Readings['search']): Finds | undefined {
  if (typeof search === 'function') return ({ record }) => search(record, q);
  const text = q.toLowerCase();
  if (search === 'like') return like(text);
  if (text.trim() === '') return undefined;
  if (search === 'substring') return part(text);
  const words = text.trim().split(/\s+/).map(part);
  return (issue) => words.every((finds) => finds(issue));
}

/** A part of title or description. */
function part(text: string): Finds {
  if (!text.includes(separator)) return ({ searchText }) => searchText.includes(text);
  // Such a text could match across the border of the two.
  return (issue) => issue.searchParts.some((searched) => searched.includes(text));
}

/** As SQL's LIKE with `%` before and after; not a regular expression, in which many `%` would take for ever. */
function like(text: string): Finds {
  const pieces = text.split('%').map((piece) => [...piece]);
  return (issue) =>
    issue.searchParts.some((searched) => {
      const characters = [...searched];
      let at = 0;
      return pieces.every((piece) => {
        at = endOf(piece, characters, at);
        return at >= 0;
      });
    });
}

/** Where the first place from `start` ends that a piece fits; -1 when there is none. */
function endOf(piece: readonly string[], characters: readonly string[], start: number): number {
  for (let from = start; from + piece.length <= characters.length; from++) {
    if (piece.every((character, i) => character === '_' || character === characters[from + i]))
      return from + piece.length;
  }
  return -1;
}
