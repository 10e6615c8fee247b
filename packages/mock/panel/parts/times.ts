import type { Delay } from '../transport/responses.ts';

/** Returns a time of day with milliseconds, in UTC: `09:30:00.125`. */
export function timeOfDay(at: number): string {
  return new Date(at).toISOString().slice(11, 23);
}

/** Returns a date in UTC: `2026-05-01 09:30:00`. */
export function dateText(at: number | string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString().slice(0, 19).replace('T', ' ');
}

/** Returns a duration as text: `850 ms`, `1.2 s`, `4 min`, `2 h`, `3 d`. */
export function spanText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Number((ms / 1000).toFixed(1))} s`;
  if (ms < 3_600_000) return `${Number((ms / 60_000).toFixed(1))} min`;
  if (ms < 86_400_000) return `${Number((ms / 3_600_000).toFixed(1))} h`;
  return `${Number((ms / 86_400_000).toFixed(1))} d`;
}

/** Returns a delay as text: `850 ms`, `50 ms to 400 ms`, `about 300 ms, with a sigma of 0.4`. */
export function delayText(delay: Delay): string {
  if (typeof delay === 'number') return spanText(delay);
  if ('median' in delay) return `about ${spanText(delay.median)}, with a sigma of ${delay.sigma}`;
  return `${spanText(delay[0])} to ${spanText(delay[1])}`;
}
