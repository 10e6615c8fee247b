/** The mock's source of time, and of all waits of its clients; tests can move it. */
export interface MockClock {
  /** Milliseconds since 1970, a whole number that never goes back by itself. */
  now(): number;
  /**
   * Resolves after `ms` milliseconds of this clock, rounded up to a whole one; at once for 0 and below.
   *
   * @param ms Length of the wait, in milliseconds.
   * @param signal Ends the wait.
   *
   * @throws the signal's reason, if it aborts first.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Moves the clock ahead by `ms` milliseconds, and resolves when that is done. Calls that were started before first run
   * until they wait for the clock, so this also wakes a call from the line above. Waits that come due end in order, each at
   * its own time, and their code runs before the next one ends.
   *
   * The clock sees `mock.fetch` and promises: it moves once it hasn't been used for three macrotasks and no request is in
   * flight. With sockets or real timers, first await something that shows that the work has got far enough.
   *
   * @param ms Milliseconds from 0.
   *
   * @example
   * const call = client.projects.list(); // gets a 503, and waits a second
   * await mock.clock.advance(1000);
   * await call;
   *
   * @throws RangeError if `ms` is negative or not finite, or leads past the year 9999.
   */
  advance(ms: number): Promise<void>;
  /**
   * Moves the clock to a date: ahead as `advance` does, back at once. Then waits keep the time that they have left.
   *
   * @param date A `Date`, ISO 8601 text, or milliseconds since 1970.
   *
   * @throws RangeError if it isn't a date in the years 0 to 9999.
   */
  set(date: Date | string | number): Promise<void>;
  /**
   * A sentence about its time, for the message of a client that waited too long.
   *
   * @internal
   */
  readonly note?: string;
  /**
   * The source of its time.
   *
   * @internal
   */
  readonly kind?: 'system' | 'virtual';
  /**
   * Calls back whenever the clock is moved; returns a function that unsubscribes.
   *
   * @internal
   */
  watch?(listener: () => void): () => void;
  /**
   * Stops an `auto` clock during work that it can't see, such as timers, files or rendering. Without this, it would jump ahead
   * as soon as all clients and requests wait. Other clocks don't jump by themselves.
   *
   * The work must not wait for this clock, or it would wait forever.
   *
   * @example
   * const waiting = client.issues.waitFor('prj_web', 1, { status: 'verified' });
   * await mock.clock.hold(() => userEvent.click(screen.getByText('Verify')));
   * await waiting;
   *
   * @param work A promise, or a function that is called at once.
   *
   * @returns The result of the work.
   */
  hold<Result>(work: PromiseLike<Result> | (() => Result | PromiseLike<Result>)): Promise<Result>;
  /**
   * Keeps an `auto` clock still until the returned function is called: the mock does so while it answers a request.
   *
   * @internal
   */
  pause(): () => void;
  /**
   * Moves the clock to a time without waking sleepers: they keep the time they have left.
   *
   * @internal
   */
  jump(to: number): void;
  /**
   * Goes back to the time of a clock that was never moved; sleepers keep the time they have left.
   *
   * @internal
   */
  reset(): void;
}

/** The range of a clock: the years of four digits, as timestamps are written (GEN-4). */
export const firstTime = Date.parse('0000-01-01T00:00:00.000Z');
export const lastTime = Date.parse('9999-12-31T23:59:59.999Z');

/** A time that a clock can show. @throws RangeError for any other. */
export function within(time: number): number {
  if (time >= firstTime && time <= lastTime) return time;
  throw new RangeError('A clock shows times from 0000-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z.');
}

/** A point in time as `now()` gives it. */
export function epoch(date: Date | string | number): number {
  // `new Date(null)` would be 1970, and `null` is a mistake of a caller in JavaScript.
  const ms = date === null ? Number.NaN : new Date(date).getTime();
  if (Number.isNaN(ms))
    throw new RangeError(`Not a date: ${String(date)}. Write one such as 2026-04-01T09:30:00.000Z.`);
  return within(ms);
}

/** A span that a clock can be advanced by. */
export function span(ms: number): number {
  if (!(ms >= 0 && Number.isFinite(ms))) {
    throw new RangeError(`A clock advances by 0 milliseconds or more, not ${ms}. To go back, use set(date).`);
  }
  return Math.ceil(ms);
}
