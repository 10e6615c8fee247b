import { onAbort } from './on-abort.ts';
import { sharedByAllCopies } from './shared.ts';

/** The longest delay that a timer takes, in milliseconds: past it, timers fire at once. */
export const longestDelayMs: number = 2 ** 31 - 1;

/**
 * The time a client goes by, and the only way it waits. Give one to drive every wait, timeout and deadline in tests;
 * the mock's virtual clock is one.
 */
export interface Clock {
  /** Milliseconds since 1970. Never goes back: windows and deadlines are measured with it. */
  now(): number;
  /**
   * The date, in milliseconds since 1970, where it may differ from `now()` because somebody sets it. Compared with what
   * others tell the time by, such as a token's `expiresAt`. Without it, `now()` is the date.
   */
  date?(): number;
  /**
   * Resolves `ms` milliseconds of this clock later.
   *
   * @throws the signal's reason, when it aborts first.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** What a person must know of its time when a wait on it took too long, in a sentence: the `TimeoutError` of `waitFor` ends with it. */
  readonly note?: string;
}

/**
 * The computer's time. It is monotonic: a step of the computer's date, to either side, neither shortens nor prolongs
 * a wait.
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
 * Calls back in `ms` milliseconds of the clock, unless the function it returns is called before. `failed` is told when
 * a clock of the application's own fails.
 */
export function after(clock: Clock, ms: number, callback: () => void, failed: (error: unknown) => void = ignore) {
  if (clock === systemClock) {
    // Every attempt has one that is cancelled, and a plain timer costs a third of a sleep with its signal.
    const timer = setTimeout(callback, Math.min(ms, longestDelayMs));
    return () => clearTimeout(timer);
  }
  const sleep = new AbortController();
  clock.sleep(ms, sleep.signal).then(callback, (error: unknown) => sleep.signal.aborted || failed(error));
  return () => sleep.abort(ignore);
}

const ignore = () => {};
