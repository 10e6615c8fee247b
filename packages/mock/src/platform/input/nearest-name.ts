/** What to say to who wrote a name that is not known: the one that was probably meant, or all there are. */
export function nearestName(name: string, known: readonly string[]): string {
  const [nearest] = known
    .map((candidate) => ({ candidate, distance: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  // Further away it is another word and no typo.
  if (nearest && nearest.distance <= Math.max(2, nearest.candidate.length / 3))
    return `did you mean "${nearest.candidate}"?`;
  return `known are ${known.join(', ')}`;
}

/** How many letters must be put in, left out or changed to make one word of the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  // A long unknown name is no typo, and need not be compared to its end.
  for (const [i, letter] of [...one.slice(0, 40)].entries()) {
    const above = row;
    row = [i + 1];
    for (let j = 0; j < other.length; j++) {
      const change = (above[j] ?? 0) + (other[j] === letter ? 0 : 1);
      row.push(Math.min(change, (above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
  }
  return row.at(-1) ?? 0;
}
