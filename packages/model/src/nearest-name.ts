/** Longer names are compared by their beginning: they are no typos. */
const compared = 40;
/** Length from which a name that is a prefix of the other counts as one letter away. */
const shortestBeginning = 3;

/**
 * Returns the known name that was probably meant by an unknown one; `undefined` if none is near.
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

/** Returns the Levenshtein distance of two words; 1 for a prefix. */
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
