import { RateLimitStoreError } from '../errors/store-error.ts';
import type { Clock } from '../platform/clock.ts';
import { hexDigest } from '../platform/hex-digest.ts';
import type { RateLimitStore } from './store.ts';

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
}

/** A slot of the store. */
export interface SharedSlot {
  /** A settlement that is lost needs no retry: the lease covers it. */
  settle(afterMs: number): void;
}

/** No slot when the store is down and this process keeps the limit by itself. */
export type SharedAnswer =
  | { readonly ok: true; readonly slot: SharedSlot | undefined }
  | { readonly ok: false; readonly retryInMs: number; readonly paused: boolean };

/** The window in a store, as the limiter of one process sees it: what happens when the store fails is decided here. */
export class SharedWindow {
  readonly #options: SharedWindowOptions;
  #downUntil = 0;
  #token = '';
  #key: Promise<string> = Promise.resolve('');

  constructor(options: SharedWindowOptions) {
    this.#options = options;
  }

  /** @throws RateLimitStoreError when the store can't be asked and `onStoreError` is `'fail'`. */
  async acquire(request: { token: string; leaseMs: number }, signal: AbortSignal): Promise<SharedAnswer> {
    const { store, limit, windowMs, onStoreError, clock } = this.#options;
    if (clock.now() < this.#downUntil) return { ok: true, slot: undefined };
    try {
      const key = await this.#keyOf(request.token);
      const acquired = await store.acquire(key, { limit, windowMs, leaseMs: request.leaseMs, signal });
      if (acquired.ok) return { ok: true, slot: this.#slot(key, acquired.slot) };
      const { paused } = acquired;
      // Asked again in no time, a store that answers without going anywhere would leave no turn to anyone else.
      const retryInMs = Math.max(1, acquired.retryInMs || 0);
      // A store of the user's own need not tell: only a pause can be longer than a window.
      return { ok: false, retryInMs, paused: paused ?? retryInMs > windowMs };
    } catch (cause) {
      if (signal.aborted) throw cause;
      if (onStoreError === 'fail') {
        throw new RateLimitStoreError('the rate-limit store could not be asked', { cause });
      }
      this.#downUntil = clock.now() + leaveAloneMs;
      return { ok: true, slot: undefined };
    }
  }

  /** A pause that is lost still holds in this process, and the others will meet the same 429. */
  penalize(ms: number): void {
    const { store, windowMs } = this.#options;
    this.#key.then((key) => store.penalize(key, ms, { windowMs })).catch(ignore);
  }

  #slot(key: string, slot: string): SharedSlot {
    const { store, windowMs } = this.#options;
    return {
      settle(afterMs) {
        Promise.resolve()
          .then(() => store.settle(key, slot, { windowMs, afterMs }))
          .catch(ignore);
      },
    };
  }

  /** The SHA-256, so that whoever reads the store learns no credential. Kept while the token is the same, because hashing takes longer than everything else here. */
  #keyOf(token: string): Promise<string> {
    if (token !== this.#token) {
      this.#token = token;
      this.#key = hexDigest('SHA-256', token);
    }
    return this.#key;
  }
}

const ignore = () => {};
