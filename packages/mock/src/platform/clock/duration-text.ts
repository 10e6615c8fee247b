const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** Returns a duration in words: `250 ms`, `1.5 seconds`, `a minute`, `2 minutes and 20 seconds`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const precision = ms < 10_000 ? 100 : 1000;
  let rest = Math.round(ms / precision) * precision;
  const parts: string[] = [];
  for (const [unit, size] of units) {
    const count = unit === 'second' ? rest / size : Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(count === 1 ? `${unit === 'hour' ? 'an' : 'a'} ${unit}` : `${count} ${unit}s`);
  }
  return parts.slice(0, 2).join(' and ');
}
