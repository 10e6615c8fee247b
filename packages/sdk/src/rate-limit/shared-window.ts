import type { Clock } from '../clock.ts';
import type { RateLimitStore, StoreRefusal } from './store.ts';
import { RateLimitStoreError } from './store-error.ts';
import { storeKey } from './store-key.ts';

/** How long a store that failed is left alone with `onStoreError: 'local'`, so that calls don't each wait for it. */
const leaveAloneMs = 5_000;

/** What to do when the store can't be asked. */
export type OnStoreError = 'fail' | 'local';

/** What a shared window is made from. */
export interface SharedWindowOptions {
  readonly store: RateLimitStore;
  readonly onStoreError: OnStoreError;
  readonly limit: number;
  readonly windowMs: number;
  readonly clock: Clock;
  /** The credential that requests are sent with now. */
  readonly credential: () => string;
}

/** A slot of the store; none when the store is down and this process keeps the limit by itself. */
export type SharedSlot =
  | { readonly ok: true; readonly slot: string | undefined }
  | (StoreRefusal & { paused: boolean });

/** The window in a store, as the limiter of one process sees it: what happens when the store fails is decided here. */
export class SharedWindow {
  readonly #options: SharedWindowOptions;
  #downUntil = 0;

  constructor(options: SharedWindowOptions) {
    this.#options = options;
  }

  /** @throws RateLimitStoreError when the store can't be asked and `onStoreError` is `'fail'`. */
  async acquire(leaseMs: number, signal: AbortSignal): Promise<SharedSlot> {
    const { store, limit, windowMs, onStoreError, clock } = this.#options;
    if (clock.now() < this.#downUntil) return { ok: true, slot: undefined };
    try {
      const acquired = await store.acquire(await this.#key(), { limit, windowMs, leaseMs, signal });
      // A store of the user's own need not tell: only a pause can be longer than a window.
      return acquired.ok ? acquired : { paused: acquired.retryInMs > windowMs, ...acquired };
    } catch (cause) {
      if (signal.aborted) throw cause;
      if (onStoreError === 'fail') {
        throw new RateLimitStoreError('the rate-limit store could not be asked; nothing was sent', { cause });
      }
      this.#downUntil = clock.now() + leaveAloneMs;
      return { ok: true, slot: undefined };
    }
  }

  /** A settlement that is lost needs no retry: the lease covers it. */
  settle(slot: string, afterMs: number): void {
    const { store, windowMs } = this.#options;
    void this.#key()
      .then((key) => store.settle(key, slot, { windowMs, afterMs }))
      .catch(() => {});
  }

  /** A pause that is lost still holds in this process, and the others will meet the same 429. */
  penalize(ms: number): void {
    const { store, windowMs } = this.#options;
    void this.#key()
      .then((key) => store.penalize(key, ms, { windowMs }))
      .catch(() => {});
  }

  #key(): Promise<string> {
    return storeKey(this.#options.credential());
  }
}
