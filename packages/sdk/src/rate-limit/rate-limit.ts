import type { Clock } from '../platform/clock.ts';
import { Registry } from '../platform/registry.ts';
import { idOf } from '../platform/shared.ts';
import { Pause } from './pause.ts';
import type { OnStoreError, SharedSlot, SharedWindow, SharedWindowOptions } from './shared-window.ts';
import type { RateLimitStore } from './store.ts';
import { RequestWindow } from './window.ts';

/** The limit that a client keeps. */
export interface RateLimitSettings {
  /** Requests in one window; `Infinity` for no limit, which leaves the pauses. */
  readonly limit: number;
  readonly windowMs: number;
  /** Counts with other processes. Without it, only this one counts. */
  readonly store?: RateLimitStore | undefined;
  readonly onStoreError: OnStoreError;
  /** What is assumed of the window before the first request: `assume-empty` unless given. See `RateLimitOptions`. */
  readonly startUp?: 'assume-empty' | 'assume-full' | undefined;
}

/** The state of a client's rate limit. */
export interface RateLimitState {
  /** Requests in one window. */
  readonly limit: number;
  /** Slots that this process holds: for requests in flight, and those whose response came less than one window ago. */
  readonly used: number;
  /** Calls that wait for a slot or for the credential. */
  readonly queued: number;
  /** End of the pause after a 429, in milliseconds since 1970; `null` without a pause. */
  readonly pausedUntil: number | null;
}

/** What a call waits for before it is sent. */
export type WaitReason = 'rate-limit' | 'credential' | 'token' | 'store';

/** What keeps a call from being sent, and when to look again if nothing changes before. */
export interface Wait {
  readonly reason: WaitReason;
  readonly until: number;
}

/** Makes the window that processes share; in a page there is none. */
export type Share = (options: SharedWindowOptions) => SharedWindow;

/** The limit of the clients that ask for the same, and what they have used of it. */
export class RateLimit {
  readonly window: RequestWindow;
  readonly store: RateLimitStore | undefined;
  readonly shared: SharedWindow | undefined;
  readonly #clock: Clock;
  /** What the store has all calls wait for: its answer, as it is asked one question at a time, or what it answered. */
  held: Wait = { reason: 'store', until: 0 };

  constructor({ limit, windowMs, store, onStoreError }: RateLimitSettings, clock: Clock, share: Share | undefined) {
    this.#clock = clock;
    this.window = new RequestWindow(limit, windowMs);
    this.store = store;
    this.shared = store && share?.({ store, onStoreError, limit, windowMs, clock });
  }

  get idle(): boolean {
    return this.window.used(this.#clock.now()) === 0;
  }
}

// LIM-1
/**
 * The limits of all clients with one credential. Each client's own requests count against its own limit, and all of
 * them together against the highest, which is the nearest to what the service allows.
 */
export class RateLimits {
  readonly pause: Pause = new Pause();
  readonly #clock: Clock;
  readonly #share: Share | undefined;
  readonly #limits = new Registry<RateLimit>();
  readonly #all = new RequestWindow(Number.POSITIVE_INFINITY, 0);

  constructor(clock: Clock, share: Share | undefined) {
    this.#clock = clock;
    this.#share = share;
  }

  /** Whether it remembers no request and no 429. */
  get idle(): boolean {
    const now = this.#clock.now();
    return this.#all.used(now) === 0 && this.pause.isPast(now);
  }

  of(settings: RateLimitSettings): RateLimit {
    const { limit, windowMs, store, onStoreError, startUp } = settings;
    return this.#limits.find(JSON.stringify([limit, windowMs, idOf(store), onStoreError]), () => {
      const finite = [...this.#limits.values()].map(({ window }) => window.limit).filter(Number.isFinite);
      this.#all.limit = Math.max(...finite, Number.isFinite(limit) ? limit : 0) || Number.POSITIVE_INFINITY;
      this.#all.windowMs = Math.max(this.#all.windowMs, windowMs);
      // The pace after a pause is also right after somebody unknown may have used the window.
      if (startUp === 'assume-full') this.pause.start(this.#clock.now(), windowMs);
      return new RateLimit(settings, this.#clock, this.#share);
    });
  }

  /** In how many milliseconds a request under a limit can be sent, as far as this process knows; 0 for at once. */
  wait({ window }: RateLimit): number {
    const now = this.#clock.now();
    const together = window.limit === Number.POSITIVE_INFINITY ? 0 : this.#all.wait(now);
    return Math.max(this.pause.wait(now), window.wait(now), together);
  }

  /** Takes a slot. What it returns settles it: the request counts as answered so many milliseconds from now. */
  take({ window }: RateLimit, leaseUntil: number, shared?: SharedSlot): (afterMs: number) => void {
    this.pause.pass(this.#clock.now(), this.#all.windowMs / this.#all.limit);
    const one = { leaseUntil };
    window.take(one);
    this.#all.take(one);
    return (afterMs) => {
      const at = this.#clock.now() + afterMs;
      this.#all.settle(one, at);
      if (window.settle(one, at)) shared?.settle(Math.max(afterMs, -window.windowMs));
    };
  }

  /** The service answered 429: nothing is sent for `ms` milliseconds. */
  penalize(ms: number): void {
    this.pause.start(this.#clock.now() + ms, this.#all.windowMs);
    for (const { shared } of this.#limits.values()) shared?.penalize(ms);
  }

  /** Nobody waits any more: others may have the slots that a store gave in advance. */
  giveBackKept(): void {
    for (const { shared } of this.#limits.values()) shared?.giveBackKept();
  }
}
