/** A rate limit: the maximum number of requests in any window of this length. */
export interface Rate {
  /** With 0, all requests are rejected. */
  readonly requests: number;
  readonly windowMs: number;
}

/** The state of a window. */
export interface WindowView {
  readonly used: number;
  /** Time from which another request is admitted, in milliseconds since 1970; `null` below the limit. */
  readonly freeAt: number | null;
}

/**
 * Sliding windows by credential, or by source of failed authentications: the times of the last requests, oldest first and at most as
 * many as the rate has. Another request is admitted once the first of them is at least one window old (GAP-38).
 */
export type Windows = Map<string, number[]>;

/** Returns the time until another request of `key` is admitted, in milliseconds. */
export function waitIn(windows: Windows, key: string, { requests, windowMs }: Rate, now: number): number {
  // There is none while fewer requests than the limit are kept.
  const first = timesOf(windows, key, now)?.at(-requests);
  return first === undefined ? 0 : Math.max(0, first + windowMs - now);
}

/** Returns the number of requests that count, and when another is admitted. */
export function viewOf(windows: Windows, key: string, rate: Rate, now: number): WindowView {
  const wait = waitIn(windows, key, rate, now);
  const times = timesOf(windows, key, now)?.slice(-rate.requests) ?? [];
  const used = times.filter((time) => now - time < rate.windowMs).length;
  return { used, freeAt: wait > 0 ? now + wait : null };
}

/** Counts a request, in place. */
export function recordIn(windows: Windows, key: string, rate: Rate, now: number): void {
  let times = timesOf(windows, key, now);
  if (!times) {
    evict(windows, rate, now);
    times = [];
    windows.set(key, times);
  }
  times.push(now);
  if (times.length > rate.requests) times.splice(0, times.length - rate.requests);
}

export function copyOfWindows(windows: Windows): Windows {
  return new Map([...windows].map(([key, times]) => [key, [...times]]));
}

/**
 * Returns the times of a key. Moves times after `now` to `now` if a test has set the clock back: otherwise, a caller could wait longer
 * than one window. Overwrites them, because `now` is later at the next call.
 */
function timesOf(windows: Windows, key: string, now: number): number[] | undefined {
  const times = windows.get(key);
  if (times && (times.at(-1) ?? now) > now) for (const [at, time] of times.entries()) times[at] = Math.min(time, now);
  return times;
}

/**
 * Drops windows without requests that count, so that a client that keeps sending new credentials can't fill the memory. At each
 * doubling of their number, from 1,024: to look at all of them for each new one would take too long.
 */
function evict(windows: Windows, { windowMs }: Rate, now: number): void {
  const { size } = windows;
  if (size < 1024 || (size & (size - 1)) !== 0) return;
  for (const key of windows.keys())
    if (now - (timesOf(windows, key, now)?.at(-1) ?? 0) >= windowMs) windows.delete(key);
}
