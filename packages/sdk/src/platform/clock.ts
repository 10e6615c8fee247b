import { onAbort } from './abort.ts';
import { processGlobal } from './process-global.ts';

/** The longest delay of a timer, in milliseconds. A timer with a longer delay fires at once. */
export const longestDelayMs: number = 2 ** 31 - 1;

/**
 * The client's source of time and of every wait, timeout and deadline, so that a test can control them. The mock's
 * virtual clock implements this interface.
 */
export interface Clock {
  /** Milliseconds since 1970. Never goes back: windows and deadlines are measured with it. */
  now(): number;
  /**
   * The date, in milliseconds since 1970, if it may differ from `now()` because a user sets it. It is compared with
   * dates from elsewhere, such as a token's `expiresAt`. Without it, `now()` is the date.
   */
  date?(): number;
  /**
   * Resolves after `ms` milliseconds of this clock.
   *
   * @param ms From 0.
   * @param signal Ends the wait.
   *
   * @throws the signal's reason, if it aborts first.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A sentence about this clock for the `TimeoutError` of `waitFor`. */
  readonly note?: string;
}

/**
 * The computer's time. It is monotonic: when a user sets the computer's date, waits keep their length.
 */
export const systemClock: Clock = processGlobal('system-clock', () => ({
  now,
  date: () => Date.now(),
  sleep,
}));

let origin: { readonly of?: Performance; readonly ms: number } = { ms: 0 };

function now(): number {
  // `timeOrigin` is cached, because each call reads the time often and `timeOrigin` is slower than `now()`. A test
  // may replace `performance`.
  if (origin.of !== performance) origin = { of: performance, ms: performance.timeOrigin };
  return origin.ms + performance.now();
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const due = systemClock.now() + ms;
    let cancel = ignore;
    const unsubscribe = onAbort(signal, () => {
      cancel();
      reject(signal?.reason);
    });
    // A timer may fire a little early, and takes no more than `longestDelayMs`.
    const rest = () => {
      const left = Math.ceil(due - systemClock.now());
      if (left > 0) {
        cancel = setClockTimer(systemClock, left, rest);
        return;
      }
      unsubscribe();
      resolve();
    };
    rest();
  });
}

/**
 * A timer that is later than this was held up by a pause of the process. Then what has arrived in the meantime is read from
 * the sockets first, because a response that waits there came in time.
 */
const lateMs = 20;
// Read on import, before a test replaces it with a fake timer that never advances. Browsers have none.
const { setImmediate } = globalThis as { setImmediate?: (callback: () => unknown) => unknown };

/**
 * Sets a timer on the clock; a negative time counts as 0. Returns a function that cancels it. `failed` receives the error of
 * an application's own clock. `unref`: the timer keeps no process alive.
 */
export function setClockTimer(
  clock: Clock,
  ms: number,
  callback: () => void,
  failed: (error: unknown) => void = ignore,
  unref?: 'unref',
) {
  // The time may have passed since the caller computed the delay, and Node warns on stderr about a negative delay.
  const delayMs = Math.max(0, ms);
  if (clock === systemClock) {
    // Every attempt sets and cancels a timer, and a plain timer costs a third of a sleep with its signal.
    const latestAt = now() + delayMs + lateMs;
    let isCanceled = false;
    const run = () => isCanceled || callback();
    const timer = setTimeout(
      () => (setImmediate && now() > latestAt ? setImmediate(run) : run()),
      Math.min(delayMs, longestDelayMs),
    );
    if (unref) (timer as { unref?(): void }).unref?.();
    return () => {
      isCanceled = true;
      clearTimeout(timer);
    };
  }
  const sleep = new AbortController();
  clock.sleep(delayMs, sleep.signal).then(callback, (error: unknown) => sleep.signal.aborted || failed(error));
  return () => sleep.abort(ignore);
}

const ignore = () => {};

/**
 * Returns a function that tells whether `ms` milliseconds have passed. `now()` is monotonic, so it may stand still while the
 * computer sleeps, and the date may be set. So the clock that first reaches the end decides.
 */
export function passed(ms: number, clock: Clock): () => boolean {
  const date = () => clock.date?.() ?? clock.now();
  const [untilNow, untilDate] = [clock.now() + ms, date() + ms];
  return () => clock.now() >= untilNow || date() >= untilDate;
}
