const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

// The three forms an HTTP-date may have: IMF-fixdate, RFC 850 and asctime.
const dateForms = [
  /^[A-Z][a-z]{2}, (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^[A-Z][a-z]{5,8}, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/,
];

/**
 * How long a response asks to wait, in milliseconds: seconds in plain digits (ERR-6), or an HTTP-date, measured against
 * the response's own `Date` because the two machines' clocks may differ. `undefined` when the header is absent or
 * unusable; then the caller backs off (LIM-2).
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Math.min(Number(value), Number.MAX_SAFE_INTEGER / 1000) * 1000;
  const until = httpDate(value, now);
  if (until === undefined) return undefined;
  return Math.max(0, until - (httpDate(headers.get('date') ?? '', now) ?? now));
}

function httpDate(value: string, now: number): number | undefined {
  for (const form of dateForms) {
    const { day, month = '', year = '', time = '' } = form.exec(value)?.groups ?? {};
    const monthIndex = months.indexOf(month);
    if (monthIndex === -1) continue;
    const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
    // A leap second is 60, which rolls over into the next minute as it should.
    if (hours > 23 || minutes > 59 || seconds > 60) return undefined;
    return Date.UTC(fullYear(year, now), monthIndex, Number(day), hours, minutes, seconds);
  }
  return undefined;
}

/** A two-digit year more than 50 years ahead means the century before (RFC 9110, 5.6.7). */
function fullYear(year: string, now: number): number {
  if (year.length === 4) return Number(year);
  const thisYear = new Date(now).getUTCFullYear();
  const inThisCentury = thisYear - (thisYear % 100) + Number(year);
  return inThisCentury > thisYear + 50 ? inThisCentury - 100 : inThisCentury;
}
