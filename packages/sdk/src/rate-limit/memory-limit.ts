import type { Clock } from '../platform/clock.ts';
import { idOf } from '../platform/process-global.ts';
import { Registry } from '../platform/registry.ts';
import type { RateLimitSettings, Slot, StoreHealth, Wait } from './rate-limit.ts';
import { type CompositeTicket, goesBefore, type Ranked } from './ticket.ts';
import { RequestWindow } from './window.ts';

// LIM-1
/**
 * The limits of all clients with one credential, in this process. The requests of each client count against that
 * client's limit. The requests of all clients together count against the highest limit, which is the closest to the
 * service's own.
 */
export class MemoryLimits {
  readonly pause: Pause = new Pause();
  readonly all: RequestWindow = new RequestWindow(Number.POSITIVE_INFINITY, 0);
  readonly clock: Clock;
  readonly #limits = new Registry<MemoryLimit>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Number of different limits. */
  get size(): number {
    return this.#limits.size;
  }

  /** Whether no request and no 429 still counts. */
  get idle(): boolean {
    const now = this.clock.now();
    return this.all.used(now) === 0 && this.pause.isPast(now);
  }

  of(settings: RateLimitSettings): MemoryLimit {
    const { limit, windowMs, store, onStoreError, startUp } = settings;
    const key = JSON.stringify([limit, windowMs, idOf(store), onStoreError]);
    return this.#limits.find(key, () => {
      const finite = [...this.#limits.values()].map(({ window }) => window.limit).filter(Number.isFinite);
      this.all.limit = Math.max(...finite, Number.isFinite(limit) ? limit : 0) || Number.POSITIVE_INFINITY;
      this.all.windowMs = Math.max(this.all.windowMs, windowMs);
      // A pause that ends at once: requests after a pause are evenly spaced, which is also right if another program
      // may have used the window.
      if (startUp === 'assume-full') this.pause.start(this.clock.now(), windowMs);
      return new MemoryLimit(this, settings, key);
    });
  }

  /** Pauses all requests after a 429, for `ms` milliseconds. */
  pauseFor(ms: number): void {
    this.pause.start(this.clock.now() + ms, this.all.windowMs);
  }
}

/** The limit of the clients with the same settings, and the slots in use. */
export class MemoryLimit {
  readonly settings: RateLimitSettings;
  readonly key: string;
  readonly window: RequestWindow;
  readonly storeHealth: StoreHealth = { isDown: false, retryAt: 0 };
  readonly #limits: MemoryLimits;
  /** Composite calls that have begun, each with the time until which slots are kept for it. */
  readonly #begun = new Map<CompositeTicket, number>();

  constructor(limits: MemoryLimits, settings: RateLimitSettings, key: string) {
    this.#limits = limits;
    this.settings = settings;
    this.key = key;
    this.window = new RequestWindow(settings.limit, settings.windowMs);
  }

  get idle(): boolean {
    return this.window.used(this.#limits.clock.now()) === 0 && !this.storeHealth.isDown;
  }

  /** Returns how many requests may be sent now, apart from the slots that are kept for calls before this one. */
  capacity(call: Ranked): number {
    const { pause, all, clock } = this.#limits;
    const now = clock.now();
    if (!pause.isPast(now)) return pause.wait(now) > 0 ? 0 : 1;
    if (this.window.limit === Number.POSITIVE_INFINITY) return this.window.limit;
    return Math.max(0, Math.min(this.window.free(now), all.free(now)) - this.#keptFrom(call, now));
  }

  /** Returns the reason for which a call's next request waits, as far as this process knows. */
  wait(call: Ranked): Wait | undefined {
    const { pause, all, clock } = this.#limits;
    const now = clock.now();
    const kept = this.#keptFrom(call, now);
    const together = this.window.limit === Number.POSITIVE_INFINITY ? 0 : all.wait(now, kept);
    const ms = Math.max(pause.wait(now), this.window.wait(now, kept), together);
    return ms > 0 ? { reason: 'rate-limit', until: now + ms } : undefined;
  }

  /** Takes a slot, whether or not {@link wait} says that there is one. */
  acquire({ localLeaseMs }: { readonly localLeaseMs: number }): Slot {
    const { pause, all, clock } = this.#limits;
    const now = clock.now();
    pause.pass(now, all.windowMs / all.limit);
    const taken = { leaseUntil: now + localLeaseMs };
    this.window.take(taken);
    all.take(taken);
    return {
      release: (afterMs) => {
        const at = clock.now() + afterMs;
        all.release(taken, at);
        this.window.release(taken, at);
      },
      leave() {},
      pause() {},
    };
  }

  /**
   * Keeps a slot for each request that a composite call has declared, from the call's first request until its end,
   * but no longer than until `until`: in a runtime that polls, a call may end unreported.
   */
  keepFor(ticket: CompositeTicket, until: number): void {
    if (ticket.declared > 0 && !this.#begun.has(ticket)) this.#begun.set(ticket, until);
  }

  /** Returns how many slots a call must leave free for composite calls before it. */
  #keptFrom(call: Ranked, now: number): number {
    let kept = 0;
    for (const [ticket, until] of this.#begun) {
      if (ticket.declared === 0 || until <= now) this.#begun.delete(ticket);
      else if (goesBefore(ticket, call)) kept += ticket.declared;
    }
    return kept;
  }

  /** Adopts a pause that the store reports from another process. */
  pausedElsewhere(ms: number): void {
    const now = this.#limits.clock.now();
    this.#limits.pause.believe(now + ms, now);
  }
}

/**
 * Maximum time for which a pause from the store is trusted, in milliseconds. The store may lose its data or hold
 * wrong data.
 */
const believedForMs = 5_000;

/**
 * The pause after a 429 (LIM-2), in which nothing is sent, and the window after that pause. In this window, calls are
 * evenly spaced, so that the queued calls don't reach the service all at once.
 */
class Pause {
  #until = 0;
  #pacedUntil = 0;
  #next = 0;
  #elsewhere = { until: 0, believedUntil: 0 };

  /** Returns when the pause ends; a time in the past if there is no pause. */
  until(now: number): number {
    const { until, believedUntil } = this.#elsewhere;
    return Math.max(this.#until, now < believedUntil ? until : 0);
  }

  /** Whether the pause and the window after it are over. */
  isPast(now: number): boolean {
    return now >= Math.max(this.#pacedUntil, this.until(now));
  }

  start(until: number, windowMs: number): void {
    this.#until = Math.max(this.#until, until);
    this.#pacedUntil = this.#until + windowMs;
    this.#next = Math.max(this.#next, this.#until);
  }

  /** Adopts a pause of another process. The store itself spaces the calls after that pause. */
  believe(until: number, now: number): void {
    this.#elsewhere = { until, believedUntil: Math.min(until, now + believedForMs) };
  }

  /** Returns the time until the next request may be sent, in milliseconds. */
  wait(now: number): number {
    return Math.max(0, this.#next - now, this.#elsewhere.believedUntil - now);
  }

  /** Records a sent request. While calls are evenly spaced, the next one is sent an interval later. */
  pass(now: number, intervalMs: number): void {
    if (now < this.#pacedUntil) this.#next = now + intervalMs;
  }
}
