/** Longer names are compared by their beginning: they are no typos. */
const compared = 40;
/** A name that is cut short, or goes on, is as near as one letter, from so many letters on. */
const shortestBeginning = 3;

/**
 * The known name that was probably meant by an unknown one; `undefined` where none is near.
 *
 * @example
 * nearestName('hedders', ['headers', 'hooks']); // 'headers'
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const typed = name.slice(0, compared).toLowerCase();
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const apart = distance(typed, candidate.toLowerCase());
    // Further away it is another word and no typo.
    const most = Math.min(Math.max(2, candidate.length / 3), typed.length - 1, candidate.length - 1);
    if (apart < least && apart <= most) [nearest, least] = [candidate, apart];
  }
  return nearest;
}

/** Returns how many letters must be put in, left out or changed to make one word of the other (Levenshtein). */
function distance(one: string, other: string): number {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length >= shortestBeginning && long !== short && long.startsWith(short)) return 1;
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const above = row;
    row = [i + 1];
    for (let j = 0; j < other.length; j++) {
      const change = (above[j] ?? 0) + (other[j] === letter ? 0 : 1);
      row.push(Math.min(change, (above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
  }
  return row.at(-1) ?? 0;
}
