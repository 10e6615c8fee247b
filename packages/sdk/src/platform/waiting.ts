import type { Clock } from './clock.ts';
import { onAbort } from './on-abort.ts';

/** How often a waiting call looks again where no other call may wake it. */
const pollMs = 25;

/** Where calls poll: for how long one that has stopped looking keeps its place in line. */
export const silentForMs = 1000;

/**
 * Whether waiting calls must poll. In Cloudflare Workers a request may not settle a promise of another one, is ended
 * when it waits without a timer of its own, and runs no `finally` when it is ended.
 */
export function mustPoll(): boolean {
  return globalThis.navigator?.userAgent === 'Cloudflare-Workers';
}

/**
 * When a lease ends by itself. Only where polling is needed: elsewhere a `finally` always gives back what was taken.
 */
export function leaseEnd(now: number, leaseMs: number): number {
  return mustPoll() ? now + leaseMs : Number.POSITIVE_INFINITY;
}

const ignore = () => {};

/** Lets a call sleep for a time or until it is woken; by polling where it can't be woken. */
export class Waiting {
  readonly polls: boolean = mustPoll();
  readonly #clock: Clock;
  #wake: (() => void) | undefined;
  #hasNews = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Ends the sleep; or the next one, when it is awake. Does nothing where it polls. */
  wake(): void {
    if (this.#wake) this.#wake();
    else this.#hasNews = true;
  }

  /** @throws the signal's reason, when it aborts first. */
  async sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.polls) return this.#clock.sleep(Math.min(ms, pollMs), signal);
    if (this.#hasNews) {
      this.#hasNews = false;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = new AbortController();
      const end = () => {
        this.#wake = undefined;
        forget();
        timer.abort(ignore);
      };
      const forget = onAbort(signal, () => {
        end();
        reject(signal?.reason);
      });
      const wake = () => {
        // Its signal ends it, when its turn has come: of thousands that are aborted, none should wake the next.
        if (signal?.aborted) return;
        end();
        resolve();
      };
      this.#wake = wake;
      if (ms === Number.POSITIVE_INFINITY) return;
      const isOver = () => timer.signal.aborted;
      this.#clock.sleep(ms, timer.signal).then(
        () => isOver() || wake(),
        (error: unknown) => {
          if (isOver()) return;
          end();
          reject(error);
        },
      );
    });
  }
}

/** The promise's outcome, or the signal's reason when it aborts first; leaves no listener behind. */
export function orAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const forget = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(forget);
  });
}
