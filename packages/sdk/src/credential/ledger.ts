import { limits } from '@issue-tracking/model';
import type { Clock } from '../platform/clock.ts';
import { sharedByAllCopies } from '../platform/shared.ts';

/** How many failures are risked: all that the service takes before it locks out (AUTH-7), less one kept in reserve. */
export const failuresRisked: number = limits.authenticationFailures - 1;

/** How long the service counts a failure, in milliseconds. */
export const failureLastsMs: number = limits.authenticationWindowMs;

/** A request that may be refused: a credential that isn't proven. */
export interface Probe {
  /** When it counts no more, although nobody said what became of it. */
  readonly until: number;
}

/**
 * The failed authentications that a service may still count, whatever credential they were made with: it counts where
 * requests come from (AUTH-7).
 */
export class Ledger {
  readonly #clock: Clock;
  /** When each 401 came. */
  #failures: number[] = [];
  /** Requests under way that may be the next 401. */
  readonly #probes = new Set<Probe>();
  /** What other processes told through a store. */
  #elsewhere = { failures: 0, until: 0 };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Failures that still count. */
  get failures(): number {
    const now = this.#clock.now();
    // A clock that was set back would otherwise keep them for as long as it was set.
    this.#failures = this.#failures.map((at) => Math.min(at, now)).filter((at) => now < at + failureLastsMs);
    return Math.max(this.#failures.length, now < this.#elsewhere.until ? this.#elsewhere.failures : 0);
  }

  /** How many more may be risked. */
  get left(): number {
    return Math.max(0, failuresRisked - this.failures);
  }

  /** When one more may be risked again. */
  get freeAt(): number {
    const now = this.#clock.now();
    if (this.left > 0) return now;
    const here = this.#failures.at(-failuresRisked);
    const elsewhere = this.#elsewhere.failures >= failuresRisked ? this.#elsewhere.until : now;
    return Math.max(here === undefined ? now : here + failureLastsMs, elsewhere);
  }

  /** Whether the probes under way leave room for one more, should all of them fail. */
  get hasRoom(): boolean {
    const now = this.#clock.now();
    for (const probe of this.#probes) if (probe.until <= now) this.#probes.delete(probe);
    return this.#probes.size < this.left;
  }

  failed(): void {
    this.#failures.push(this.#clock.now());
  }

  began(until: number): Probe {
    const probe = { until };
    this.#probes.add(probe);
    return probe;
  }

  ended(probe: Probe): void {
    this.#probes.delete(probe);
  }

  /** What a store says of all processes, this one included. */
  learn(failures: number, freeInMs: number): void {
    this.#elsewhere = { failures, until: this.#clock.now() + freeInMs };
  }
}

/** Marks a `fetch` with the service it stands for: what a mock has forgotten, its next clients need not remember. */
const realmMark: unique symbol = Symbol.for('@issue-tracking/realm');

type Marked = typeof globalThis.fetch & { readonly [realmMark]?: object };

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
