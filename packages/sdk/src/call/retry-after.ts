/**
 * How long a response asks to wait, in milliseconds: seconds in plain digits (ERR-6), or an HTTP-date, measured against
 * the response's own `Date` because the two machines' clocks may differ. `undefined` when the header is absent or
 * unusable; then the caller backs off (LIM-2).
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value), Number.MAX_SAFE_INTEGER / 1000) * 1000;
  const until = httpDate(value);
  const sentAt = httpDate(headers.get('date') ?? '');
  return until === undefined ? undefined : Math.max(0, until - (sentAt ?? now));
}

/** The three forms an HTTP-date may have (RFC 9110, 5.6.7), of which only asctime's leaves out the zone. */
const dateForms = /^[A-Z][a-z]{2,8},? [\w -]+ \d\d:\d\d:\d\d( \d{4}| GMT)$/;

function httpDate(value: string): number | undefined {
  if (!dateForms.test(value)) return undefined;
  // No platform's parser knows a leap second.
  const time = Date.parse(`${value.replace(/ GMT$/, '').replace(/:60\b/, ':59')} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
