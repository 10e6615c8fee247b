import type { Clock } from '../platform/clock.ts';
import { idOf } from '../platform/process-global.ts';
import { Registry } from '../platform/registry.ts';
import type { RateLimitSettings, Slot, StoreHealth, Wait } from './rate-limit.ts';
import { type CompositeTicket, goesBefore, type Ranked } from './ticket.ts';
import { RequestWindow } from './window.ts';

// LIM-1
/**
 * The limits of all clients with one credential, in this process. Each client's own requests count against its own
 * limit, and all of them together against the highest, which is the nearest to what the service allows.
 */
export class MemoryLimits {
  readonly pause: Pause = new Pause();
  readonly all: RequestWindow = new RequestWindow(Number.POSITIVE_INFINITY, 0);
  readonly clock: Clock;
  readonly #limits = new Registry<MemoryLimit>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** How many limits there are. */
  get size(): number {
    return this.#limits.size;
  }

  /** Whether it remembers no request and no 429. */
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
      // The pace after a pause is also right after an unknown program may have used the window.
      if (startUp === 'assume-full') this.pause.start(this.clock.now(), windowMs);
      return new MemoryLimit(this, settings, key);
    });
  }

  /** Pauses all requests after a 429, for `ms` milliseconds. */
  pauseFor(ms: number): void {
    this.pause.start(this.clock.now() + ms, this.all.windowMs);
  }
}

/** The limit of the clients with the same settings, and its use. */
export class MemoryLimit {
  readonly settings: RateLimitSettings;
  readonly key: string;
  readonly window: RequestWindow;
  readonly storeHealth: StoreHealth = { isDown: false, retryAt: 0 };
  readonly #limits: MemoryLimits;
  /** Composite calls that have begun, each with the end of its kept slots. */
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

  /** Returns how many requests may be sent at once, without the slots that are kept from the call. */
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
   * Keeps a slot for each request that a composite call has declared, from its first request until it ends; in a runtime
   * that polls, where a call may end unreported, until `until` at most.
   */
  keepFor(ticket: CompositeTicket, until: number): void {
    if (ticket.declared > 0 && !this.#begun.has(ticket)) this.#begun.set(ticket, until);
  }

  /** Returns how many slots are kept from a call: for those before it. */
  #keptFrom(call: Ranked, now: number): number {
    let kept = 0;
    for (const [ticket, until] of this.#begun) {
      if (ticket.declared === 0 || until <= now) this.#begun.delete(ticket);
      else if (goesBefore(ticket, call)) kept += ticket.declared;
    }
    return kept;
  }

  /** Takes over a pause of another process from a store. */
  pausedElsewhere(ms: number): void {
    const now = this.#limits.clock.now();
    this.#limits.pause.believe(now + ms, now);
  }
}

/** Time for which a store's pause is believed, in milliseconds: the store may lose its data, or hold wrong data. */
const believedForMs = 5_000;

/**
 * The time in which nothing is sent after a 429 with `Retry-After` (LIM-2), and the window
 * after it, in which calls go out evenly spaced, so that the queued calls don't all arrive at once.
 */
class Pause {
  #until = 0;
  #pacedUntil = 0;
  #next = 0;
  #elsewhere = { until: 0, believedUntil: 0 };

  /** Returns when the pause ends; in the past without a pause. */
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

  /** Takes over a pause of another process. The store spaces the calls after it. */
  believe(until: number, now: number): void {
    this.#elsewhere = { until, believedUntil: Math.min(until, now + believedForMs) };
  }

  /** Returns in how many milliseconds the next request may be sent; 0 for at once. */
  wait(now: number): number {
    return Math.max(0, this.#next - now, this.#elsewhere.believedUntil - now);
  }

  /** Records a request that is sent: the next one goes an interval later. */
  pass(now: number, intervalMs: number): void {
    if (now < this.#pacedUntil) this.#next = now + intervalMs;
  }
}
