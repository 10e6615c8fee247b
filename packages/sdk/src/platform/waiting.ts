import type { Clock } from './clock.ts';

/** How often one who waits looks again where nobody may wake it. */
const pollMs = 25;

/** How long one who no longer looks keeps its place in line there. */
export const silentForMs = 1000;

/**
 * Whether those who wait must look for themselves. In Cloudflare Workers a request may not settle a promise of another,
 * is ended when it waits without a timer of its own, and runs no `finally` when it ends early.
 */
export function mustPoll(): boolean {
  return globalThis.navigator?.userAgent === 'Cloudflare-Workers';
}

/** When something counts as given back. Elsewhere it always is, by a `finally`, however late a timer fires. */
export function leaseEnd(now: number, leaseMs: number): number {
  return mustPoll() ? now + leaseMs : Number.POSITIVE_INFINITY;
}

const ignore = () => {};

/** One who waits for a time, or until somebody else has news. The one place that knows how waiting is done. */
export class Waiting {
  readonly polls: boolean = mustPoll();
  readonly #clock: Clock;
  #wake: (() => void) | undefined;
  #hasNews = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** There is news: ends the sleep, or the next one when it is awake. Does nothing where it looks for itself. */
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
        signal?.removeEventListener('abort', abort);
        timer.abort(ignore);
      };
      const abort = () => {
        end();
        reject(signal?.reason);
      };
      const wake = () => {
        end();
        resolve();
      };
      this.#wake = wake;
      signal?.addEventListener('abort', abort, { once: true });
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
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
