import { limits } from '@issue-tracking/model';
import type { Clock } from '../platform/clock.ts';
import type { FetchLike } from '../platform/fetch-like.ts';
import { sharedByAllCopies } from '../platform/shared.ts';
import type { Credential } from './credential.ts';

/** How many failures are risked: all that the service takes before it locks out (AUTH-7), less one kept in reserve. */
export const failuresRisked: number = limits.authenticationFailures - 1;

/** How long the service counts a failure, in milliseconds. */
export const failureLastsMs: number = limits.authenticationWindowMs;

interface Failure {
  at: number;
  readonly token: string;
}

/** A request under way. */
export interface Place {
  readonly sentAt: number;
  /** Whether its credential isn't proven, so that it may well be refused. */
  readonly isProbe: boolean;
  /** When it counts no more, although nobody said what became of it. */
  readonly until: number;
  readonly credential: Credential;
}

// AUTH-7
/**
 * The failed authentications that a service may still count, whatever credential they were made with: it counts where
 * requests come from.
 */
export class Ledger {
  readonly #clock: Clock;
  /** When each 401 came, and of which credential. */
  #failures: Failure[] = [];
  /** Requests under way, by source: all clients with one key are one, whichever `fetch` they have. */
  readonly #places = new Map<unknown, Set<Place>>();
  #someWorked = false;
  /** What a store said of all processes, this one included. */
  #inStore = { failures: 0, until: 0 };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Failures that still count. */
  get failures(): number {
    const now = this.#clock.now();
    // A clock that was set back would otherwise keep them for as long as it was set.
    for (const failure of this.#failures) failure.at = Math.min(failure.at, now);
    this.#failures = this.#failures.filter(({ at }) => now < at + failureLastsMs);
    return Math.max(this.#failures.length, now < this.#inStore.until ? this.#inStore.failures : 0);
  }

  /**
   * How many more may be risked. Once any credential has worked, one fewer for those that never did: it is kept in case
   * a good one is revoked.
   */
  left(hasWorked: boolean): number {
    return Math.max(0, failuresRisked - (hasWorked || !this.#someWorked ? 0 : 1) - this.failures);
  }

  /** When one more may be risked again with a credential that has never worked. */
  get freeAt(): number {
    const now = this.#clock.now();
    if (this.left(false) > 0) return now;
    const risked = failuresRisked - (this.#someWorked ? 1 : 0);
    const here = this.#failures.at(-risked);
    const elsewhere = this.#inStore.failures >= risked ? this.#inStore.until : now;
    return Math.max(here === undefined ? now : here.at + failureLastsMs, elsewhere);
  }

  /** Whether the probes under way leave room for one more, should all of them fail. */
  hasRoom(hasWorked: boolean): boolean {
    let probes = 0;
    for (const source of this.#places.keys()) {
      for (const { isProbe } of this.placesOf(source)) if (isProbe) probes++;
    }
    return probes < this.left(hasWorked);
  }

  /** A credential was accepted. */
  worked(): void {
    this.#someWorked = true;
  }

  failed(token: string): void {
    this.#failures.push({ at: this.#clock.now(), token });
  }

  /** Whether one of the failures that count is this credential's, whichever client it was sent by. */
  hasRefused(token: string): boolean {
    return this.failures > 0 && this.#failures.some((failure) => failure.token === token);
  }

  /** Requests under way of one source. */
  placesOf(source: unknown): ReadonlySet<Place> {
    const places = this.#places.get(source);
    if (!places) return none;
    const now = this.#clock.now();
    for (const place of places) if (place.until <= now) this.ended(source, place);
    return places;
  }

  began(source: unknown, place: Place): void {
    const places = this.#places.get(source) ?? new Set();
    this.#places.set(source, places);
    places.add(place);
  }

  /** Says whether it was still counted. */
  ended(source: unknown, place: Place): boolean {
    const places = this.#places.get(source);
    const isFirst = places?.delete(place) ?? false;
    if (places?.size === 0) this.#places.delete(source);
    return isFirst;
  }

  /** What a store says of all processes, this one included. */
  learn(failures: number, freeInMs: number): void {
    this.#inStore = { failures, until: this.#clock.now() + freeInMs };
  }
}

const none: ReadonlySet<Place> = new Set();

/**
 * A mock marks its `fetch` with this, anew after each reset: what it has forgotten its next clients must not remember.
 */
const realmMark: unique symbol = Symbol.for('@issue-tracking/realm');

type Marked = FetchLike & { readonly [realmMark]?: object };

/**
 * The ledger of an origin. Clients share it whatever their credential and `fetch`, as the service counts them together;
 * a clock of its own, or a mark on `fetch`, makes another service of the same origin.
 */
export function ledgerOf(origin: string, clock: Clock, fetch: Marked | undefined): Ledger {
  const realms = sharedByAllCopies('ledgers', () => new WeakMap<object, WeakMap<object, Map<string, Ledger>>>());
  const ofClock = realms.get(clock) ?? new WeakMap<object, Map<string, Ledger>>();
  realms.set(clock, ofClock);
  const realm = fetch?.[realmMark] ?? clock;
  const ledgers = ofClock.get(realm) ?? new Map<string, Ledger>();
  ofClock.set(realm, ledgers);
  const ledger = ledgers.get(origin) ?? new Ledger(clock);
  ledgers.set(origin, ledger);
  return ledger;
}
