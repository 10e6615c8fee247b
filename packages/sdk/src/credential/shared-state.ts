import type { Clock } from '../platform/clock.ts';
import { Limiter } from '../rate-limit/limiter.ts';
import { type OnStoreError, SharedWindow } from '../rate-limit/shared-window.ts';
import type { RateLimitStore } from '../rate-limit/store.ts';
import { Guard } from './guard.ts';
import { idOf } from './id-of.ts';
import type { AccessToken } from './provider.ts';
import { Registry, type Retained } from './registry.ts';

/** Whose requests the service counts together. */
export interface Identity {
  readonly origin: string;
  readonly credential: AccessToken;
  /** `undefined` for the platform's. */
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly clock: Clock;
}

/** The limit that a client keeps. */
export interface RateLimitSettings {
  readonly limit: number;
  readonly windowMs: number;
  readonly store?: RateLimitStore | undefined;
  readonly onStoreError: OnStoreError;
}

/** By `fetch`, with which they go: on a test's clock that stands still, nothing of them is ever past. */
const everyones = new WeakMap<object, Registry<Gates>>();

/**
 * What every request of an identity passes: clients with the same origin, credential, `fetch` and clock get the same
 * gates, so that together they stay within the rate (LIM-1) and the allowed failures (AUTH-7).
 */
export function gatesOf(identity: Identity): Gates {
  const { origin, credential, fetch = globalThis, clock } = identity;
  const registry = everyones.get(fetch) ?? new Registry();
  everyones.set(fetch, registry);
  const secret = typeof credential === 'string' ? credential : idOf(credential);
  return registry.find(JSON.stringify([origin, secret, idOf(clock)]), () => new Gates(identity));
}

/** The guard of a credential, and its limiters. */
export class Gates implements Retained {
  readonly guard: Guard;
  readonly #clock: Clock;
  readonly #limiters = new Registry<Limiter>();

  constructor({ credential, clock }: Identity) {
    this.#clock = clock;
    this.guard = new Guard({
      credential,
      clock,
      onLatch: (refusal) => {
        for (const limiter of this.#limiters.values()) limiter.refuseAll(refusal);
      },
    });
  }

  get idle(): boolean {
    return this.guard.idle && [...this.#limiters.values()].every((limiter) => limiter.idle);
  }

  /** A 429 is the credential's, whichever limiter let the request out. */
  penalize(ms: number): void {
    for (const limiter of this.#limiters.values()) limiter.penalize(ms);
  }

  /** Clients that keep the same limit share a limiter; with limits of their own they divide the rate between them. */
  limiter({ limit, windowMs, store, onStoreError }: RateLimitSettings): Limiter {
    const clock = this.#clock;
    return this.#limiters.find(JSON.stringify([limit, windowMs, idOf(store), onStoreError]), () => {
      const shared = store && new SharedWindow({ store, onStoreError, limit, windowMs, clock });
      return new Limiter({ limit, windowMs, clock, shared, onPause: () => this.guard.recheck() });
    });
  }
}
