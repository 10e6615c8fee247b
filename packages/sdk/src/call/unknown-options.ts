import type { ErrorDetail } from '@issue-tracking/model';

/** What other clients call it. */
const namesElsewhere: Readonly<Record<string, string>> = {
  maxRetries: 'retry: { limit }',
  retries: 'retry: { limit }',
  token: 'accessToken',
  key: 'apiKey',
  url: 'baseUrl',
  defaultHeaders: 'headers',
  logger: 'hooks',
};

/**
 * Notes each member that is no option, with the one it was probably meant to be: a program without types would never
 * learn that it has no effect. A member that is `undefined` is as good as absent.
 */
export function checkNames(prefix: string, options: object, known: readonly string[], details: ErrorDetail[]): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || known.includes(name)) continue;
    const meant = nearest(name, known) ?? (prefix === '' ? namesElsewhere[name] : undefined);
    const advice = meant === undefined ? `the options are ${known.join(', ')}` : `did you mean ${meant}?`;
    details.push({ field: `${prefix}${name}`, message: `is no option: ${advice}` });
  }
}

/** The known name that takes the fewest changes, if they are few; upper and lower case are no change. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const distances = known.map((other) => ({ other, changes: distance(name.toLowerCase(), other.toLowerCase()) }));
  const [best] = distances.sort((a, b) => a.changes - b.changes);
  return best && best.changes <= Math.max(1, Math.floor(name.length / 3)) ? best.other : undefined;
}

/** How many letters must be put in, left out or replaced to make one text the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
