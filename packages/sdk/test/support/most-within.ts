/** Returns the most of these times that lie within any `windowMs`. */
export function mostWithin(times: readonly number[], windowMs: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  let most = 0;
  for (let first = 0, last = 0; last < sorted.length; last++) {
    while ((sorted[first] ?? 0) <= (sorted[last] ?? 0) - windowMs) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
