import { onAbort } from './on-abort.ts';
import { sharedByAllCopies } from './shared.ts';

/** The longest delay that a timer takes, in milliseconds: past it, timers fire at once. */
export const longestDelayMs: number = 2 ** 31 - 1;

/**
 * The client's source of time and of every wait, timeout and deadline, so that a test can control them. The mock's
 * virtual clock is one.
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
  /** A sentence about this clock for people whose wait took too long. The `TimeoutError` of `waitFor` ends with it. */
  readonly note?: string;
}

/**
 * The computer's time. It is monotonic: when a user sets the computer's date, waits keep their length.
 */
export const systemClock: Clock = sharedByAllCopies('system-clock', () => ({
  now: () => performance.timeOrigin + performance.now(),
  date: () => Date.now(),
  sleep,
}));

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const due = systemClock.now() + ms;
    let timer: ReturnType<typeof setTimeout>;
    const forget = onAbort(signal, () => {
      clearTimeout(timer);
      reject(signal?.reason);
    });
    // A timer may fire a little early, and takes no more than `longestDelayMs`.
    const rest = () => {
      const left = Math.ceil(due - systemClock.now());
      if (left > 0) {
        timer = setTimeout(rest, Math.min(left, longestDelayMs));
        return;
      }
      forget();
      resolve();
    };
    rest();
  });
}

/**
 * Calls back in `ms` milliseconds of the clock, at once when `ms` is negative, unless the returned function is called
 * first. `failed` receives the error of an application's own clock.
 */
export function after(clock: Clock, ms: number, callback: () => void, failed: (error: unknown) => void = ignore) {
  // The time may have come since the caller computed it, and Node warns on stderr about a negative delay.
  const delayMs = Math.max(0, ms);
  if (clock === systemClock) {
    // Every attempt has one that is cancelled, and a plain timer costs a third of a sleep with its signal.
    const timer = setTimeout(callback, Math.min(delayMs, longestDelayMs));
    return () => clearTimeout(timer);
  }
  const sleep = new AbortController();
  clock.sleep(delayMs, sleep.signal).then(callback, (error: unknown) => sleep.signal.aborted || failed(error));
  return () => sleep.abort(ignore);
}

const ignore = () => {};

/** A larger difference between two clocks is a mistake: beyond it, times of the service say nothing. */
const maxDifferenceMs = 3_600_000;

/** Returns a sentence about the service's clock if its `Date` header is more than an hour from the client's clock. */
export function clockDifference(headers: Headers, clock: Clock): string | undefined {
  const ms = Date.parse(headers.get('date') ?? '') - (clock.date?.() ?? clock.now());
  if (!(Math.abs(ms) > maxDifferenceMs)) return undefined;
  const hours = Math.abs(ms) / maxDifferenceMs;
  const length = hours > 48 ? `${Math.round(hours / 24)} days` : `${hours.toFixed(1)} hours`;
  return (
    `the service's clock is ${length} ${ms > 0 ? 'ahead of' : 'behind'} the client's. Set the computer's date; ` +
    'in a test, give client and mock the same clock'
  );
}
