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

/** The known name of the same letters, in any case and order, or the one that is longer or shorter at its end. */
function nearest(name: string, known: readonly string[]): string | undefined {
  return (
    known.find((other) => lettersOf(other) === lettersOf(name)) ??
    known.find((other) => other.startsWith(name) || name.startsWith(other))
  );
}

function lettersOf(name: string): string {
  return [...name.toLowerCase()].sort().join('');
}
