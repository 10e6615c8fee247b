/** What to say of members that nothing knows, a line each, with the known one that was probably meant. */
export function unknownMembers(members: readonly string[], known: readonly string[]): string {
  return members.map((member) => `is not a member here; ${suggestion(member, known)}`).join('\n');
}

function suggestion(member: string, known: readonly string[]): string {
  const [nearest] = known
    .map((name) => ({ name, distance: distance(member.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  // Further away it is another word and no typo.
  if (nearest && nearest.distance <= Math.max(2, nearest.name.length / 3)) return `did you mean "${nearest.name}"?`;
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
