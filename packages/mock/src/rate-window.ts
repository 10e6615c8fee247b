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
  /** When each used place comes free, oldest first. */
  readonly frees: readonly number[];
}

/**
 * Sliding windows by credential, or by source of failed authentications. Each has the times of the last requests, oldest first: up to
 * twice as many as the rate has, since they leave in batches.
 */
export type Windows = Map<string, number[]>;

/** Returns the time until another request of `key` is admitted, in milliseconds: until the oldest is one window old (GAP-38). */
export function waitIn(windows: Windows, key: string, { requests, windowMs }: Rate, now: number): number {
  // More times are kept after a change to a lower rate. With fewer, the window has room.
  const oldest = timesOf(windows, key, now)?.at(-requests);
  return oldest === undefined ? 0 : Math.max(0, oldest + windowMs - now);
}

/** Returns the number of requests that count, and when another is admitted. */
export function viewOf(windows: Windows, key: string, rate: Rate, now: number): WindowView {
  const wait = waitIn(windows, key, rate, now);
  const times = timesOf(windows, key, now)?.slice(-rate.requests) ?? [];
  const frees = times.map((time) => time + rate.windowMs).filter((time) => time > now);
  return { used: frees.length, freeAt: wait > 0 ? now + wait : null, frees };
}

/** Adds a request to the window of `key`. */
export function recordIn(windows: Windows, key: string, rate: Rate, now: number): void {
  let times = timesOf(windows, key, now);
  if (!times) {
    dropUnused(windows, rate, now);
    times = [];
    windows.set(key, times);
  }
  times.push(now);
  // Not one by one: each removal moves all that stay.
  if (times.length >= 2 * rate.requests) times.splice(0, times.length - rate.requests);
}

export function copyOfWindows(windows: Windows): Windows {
  return new Map([...windows].map(([key, times]) => [key, [...times]]));
}

function timesOf(windows: Windows, key: string, now: number): number[] | undefined {
  const times = windows.get(key);
  const last = times?.at(-1);
  if (times && last !== undefined && last > now) moveBack(times, now);
  return times;
}

/**
 * Moves times after `now` to `now`, in place. A test has set the clock back: with the old times, a caller would wait longer than one
 * window.
 */
function moveBack(times: number[], now: number): void {
  for (const [index, time] of times.entries()) times[index] = Math.min(time, now);
}

/**
 * Drops windows without requests that count, so that clients with ever new credentials can't fill the memory. Runs whenever the number
 * of windows is a power of two from 1,024: a search at each new window would take too long.
 */
function dropUnused(windows: Windows, { windowMs }: Rate, now: number): void {
  const { size } = windows;
  const isPowerOfTwo = (size & (size - 1)) === 0;
  if (size < 1024 || !isPowerOfTwo) return;
  for (const key of windows.keys())
    if (now - (timesOf(windows, key, now)?.at(-1) ?? 0) >= windowMs) windows.delete(key);
}
