import type { Clock } from '../platform/clock.ts';
import type { FetchLike } from '../platform/fetch-like.ts';
import { sharedByAllCopies } from '../platform/shared.ts';
import { Limiter } from '../rate-limit/limiter.ts';
import { type OnStoreError, SharedWindow } from '../rate-limit/shared-window.ts';
import type { RateLimitStore } from '../rate-limit/store.ts';
import { type CredentialSource, FixedCredential } from './credential.ts';
import { Guard } from './guard.ts';
import { ledgerOf } from './ledger.ts';
import { ProvidedTokens } from './provided-tokens.ts';
import type { AccessToken } from './provider.ts';
import { SharedLedger } from './shared-ledger.ts';

/** Whose requests the service counts together. */
export interface Identity {
  readonly origin: string;
  readonly credential: AccessToken;
  /** `undefined` for the platform's. */
  readonly fetch: FetchLike | undefined;
  readonly clock: Clock;
}

/** The limit that a client keeps. */
export interface RateLimitSettings {
  readonly limit: number;
  readonly windowMs: number;
  readonly store?: RateLimitStore | undefined;
  readonly onStoreError: OnStoreError;
  readonly startUp?: 'assume-empty' | 'assume-full' | undefined;
}

/**
 * The state of an identity: clients with the same origin, credential, `fetch` and clock share it, so that together they
 * stay within the rate (LIM-1) and the allowed failures (AUTH-7).
 *
 * The state is collected together with its `fetch`. Waiting until it is idle would not do: under a frozen clock it
 * never is.
 */
export function sharedStateOf(identity: Identity): SharedState {
  const { origin, credential, fetch = globalThis, clock } = identity;
  const byFetch = sharedByAllCopies('states', () => new WeakMap<object, Registry<SharedState>>());
  const registry = byFetch.get(fetch) ?? new Registry();
  byFetch.set(fetch, registry);
  const secret = typeof credential === 'string' ? credential : idOf(credential);
  return registry.find(JSON.stringify([origin, secret, idOf(clock)]), () => new SharedState(identity));
}

/** The guard of a credential, and its limiters. */
export class SharedState implements Retained {
  readonly guard: Guard;
  readonly #clock: Clock;
  readonly #origin: string;
  readonly #limiters = new Registry<Limiter>();
  readonly #ledgers = new WeakMap<RateLimitStore, SharedLedger>();

  constructor({ origin, credential, fetch, clock }: Identity) {
    this.#clock = clock;
    this.#origin = origin;
    const source: CredentialSource =
      typeof credential === 'function' ? new ProvidedTokens(credential, clock) : new FixedCredential(credential);
    this.guard = new Guard({
      source,
      clock,
      ledger: ledgerOf(origin, clock, fetch),
      onNews: (who) => {
        for (const limiter of this.#limiters.values()) limiter.wake(who);
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
  limiter({ limit, windowMs, store, onStoreError, startUp }: RateLimitSettings): Limiter {
    const clock = this.#clock;
    return this.#limiters.find(JSON.stringify([limit, windowMs, idOf(store), onStoreError]), () => {
      const shared = store && new SharedWindow({ store, onStoreError, limit, windowMs, clock });
      return new Limiter({ limit, windowMs, clock, shared, startUp });
    });
  }

  /** What a store knows of failures, where there is one that counts them. */
  failuresIn(store: RateLimitStore | undefined): SharedLedger | undefined {
    if (!store?.authentication) return undefined;
    const ledger = this.#ledgers.get(store) ?? new SharedLedger(store, this.#origin, this.guard.ledger);
    this.#ledgers.set(store, ledger);
    return ledger;
  }
}

/** Something worth keeping for as long as it remembers anything. */
export interface Retained {
  /** Whether one made anew would behave the same. */
  readonly idle: boolean;
}

/** Below so many entries nobody looks for those that can go. */
const smallest = 64;

/**
 * Finds what was made for a key before. An entry that is not idle is kept even when nobody uses it any more: a server
 * that makes a client for each request must find the slots and refusals of the client before. Once idle it is held
 * weakly, so that ever new keys don't fill the memory.
 */
export class Registry<T extends Retained> {
  readonly #entries = new Map<string, T | WeakRef<T>>();
  #sweepAt = smallest;

  get size(): number {
    return this.#entries.size;
  }

  *values(): Generator<T, void> {
    for (const entry of this.#entries.values()) {
      const value = held(entry);
      if (value) yield value;
    }
  }

  find(key: string, make: () => T): T {
    const entry = this.#entries.get(key);
    const found = (entry && held(entry)) ?? make();
    this.#entries.set(key, found);
    if (this.#entries.size >= this.#sweepAt) this.#sweep();
    return found;
  }

  #sweep(): void {
    for (const [key, entry] of this.#entries) {
      const value = held(entry);
      // Cloudflare Workers before 2025 have no `WeakRef`: there, a client that still uses an idle entry goes on with it
      // alone.
      if (!value || (value.idle && !canHoldWeakly)) this.#entries.delete(key);
      else this.#entries.set(key, value.idle ? new WeakRef(value) : value);
    }
    this.#sweepAt = Math.max(smallest, this.#entries.size * 2);
  }
}

const canHoldWeakly = typeof WeakRef === 'function';

function held<T extends object>(entry: T | WeakRef<T>): T | undefined {
  return canHoldWeakly && entry instanceof WeakRef ? entry.deref() : (entry as T);
}

/** A number that stands for an object, so that it can be part of a key without being held. */
function idOf(object: object | undefined): number {
  if (object === undefined) return 0;
  const ids = sharedByAllCopies('ids', () => ({ of: new WeakMap<object, number>(), last: 0 }));
  const id = ids.of.get(object) ?? ++ids.last;
  ids.of.set(object, id);
  return id;
}
