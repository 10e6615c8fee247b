/*
 * Members of a response may be of any type, whatever TypeScript says: version 1 is checked only where the client needs
 * it. Before the client itself uses any other member, or what an application returns, it asks here.
 */

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Whether a value can be a number of entries or pages. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

const withZone = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/i;

/**
 * Returns an ISO 8601 time as milliseconds since 1970, or `NaN`. A time without a zone is `NaN`, because its meaning
 * depends on the machine.
 */
export function timeOf(value: unknown): number {
  return isText(value) && withZone.test(value) ? Date.parse(value) : Number.NaN;
}
