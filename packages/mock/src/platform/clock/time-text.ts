/**
 * Returns a time of day in words, with its date if that is not today's: `12:00:30 UTC`. A begun second counts as over, so that at this
 * time the wait until `at` has ended.
 */
export function timeText(at: number, now: number): string {
  const [date, time] = new Date(wholeSecond(at)).toISOString().split(/[T.]/);
  const isToday = new Date(now).toISOString().startsWith(`${date}`);
  return `${isToday ? '' : `${date} `}${time} UTC`;
}

/** Returns the first whole second from a time on. */
export function wholeSecond(at: number): number {
  return Math.ceil(at / 1000) * 1000;
}
