/** The mock's source of time, and of all waits of its clients; tests can move it. */
export interface MockClock {
  /** Milliseconds since 1970, a whole number that never goes back by itself. */
  now(): number;
  /**
   * Resolves after `ms` milliseconds of this clock, rounded up to whole milliseconds; immediately for 0 or less.
   *
   * @param ms Length of the wait, in milliseconds.
   * @param signal Ends the wait.
   *
   * @throws the signal's reason, if it aborts first.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Moves the clock ahead by `ms` milliseconds, and resolves when that is done. Calls that have started before run first until
   * they wait for the clock, so this also wakes a call from the line above. Waits end in order, each at its own time, and the
   * code after each runs before the next one ends.
   *
   * The clock sees `mock.fetch` and promises: it moves once it hasn't been used for three macrotasks and no request is in flight.
   * With sockets or real timers, first await an effect of the work before.
   *
   * @param ms Milliseconds, 0 or more.
   *
   * @example
   * const call = client.projects.list(); // gets a 503, and waits a second
   * await mock.clock.advance(1000);
   * await call;
   *
   * @throws RangeError if `ms` is negative or not finite, or the new time is past the year 9999.
   */
  advance(ms: number): Promise<void>;
  /**
   * Moves the clock to a date: ahead like `advance`, back at once. Moved back, pending waits keep their remaining time.
   *
   * @param date A `Date`, ISO 8601 text, or milliseconds since 1970.
   *
   * @throws RangeError if it isn't a date in the years 0 to 9999.
   */
  set(date: Date | string | number): Promise<void>;
  /**
   * Stops an `auto` clock during work that it can't see, such as timers, files or rendering. Otherwise it would jump ahead as soon
   * as all clients and requests wait. Other clocks don't jump by themselves.
   *
   * The work must not wait for this clock: it would wait forever.
   *
   * @example
   * const waiting = client.issues.waitFor('prj_web', 1, { status: 'verified' });
   * await mock.clock.hold(() => userEvent.click(screen.getByText('Verify')));
   * await waiting;
   *
   * @param work A promise, or a function that is called immediately.
   *
   * @returns The result of the work.
   */
  hold<Result>(work: PromiseLike<Result> | (() => Result | PromiseLike<Result>)): Promise<Result>;
  /** A sentence about its time, which a client adds to its timeout errors. */
  readonly note?: string;
}

/** The range of a clock: years of four digits, as in timestamps (GEN-4). */
export const firstTime = Date.parse('0000-01-01T00:00:00.000Z');
export const lastTime = Date.parse('9999-12-31T23:59:59.999Z');

/** Returns a time within the range of clocks. @throws RangeError for other times. */
export function within(time: number): number {
  if (time >= firstTime && time <= lastTime) return time;
  throw new RangeError('The time of a clock must be from 0000-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z.');
}

/** Returns a date in milliseconds since 1970. @throws RangeError for invalid dates. */
export function epoch(date: Date | string | number): number {
  // `new Date(null)` is 1970, but `null` is a mistake in JavaScript code.
  const ms = date === null ? Number.NaN : new Date(date).getTime();
  if (Number.isNaN(ms)) throw new RangeError(`Not a date: ${String(date)}. Use one such as 2026-04-01T09:30:00.000Z.`);
  return within(ms);
}

/** Returns a duration in whole milliseconds. @throws RangeError for negative or infinite ones. */
export function span(ms: number): number {
  if (!(ms >= 0 && Number.isFinite(ms))) {
    throw new RangeError(
      `advance() must be called with 0 milliseconds or more, found ${ms}. To move back, use set(date).`,
    );
  }
  return Math.ceil(ms);
}
