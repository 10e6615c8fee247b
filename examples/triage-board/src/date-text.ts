const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const time = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
});

/** `1 Apr 2026`. */
export function dayText(timestamp: string): string {
  return day.format(new Date(timestamp));
}

/** `09:30:00`. */
export function timeText(timestamp: string): string {
  return time.format(new Date(timestamp));
}
