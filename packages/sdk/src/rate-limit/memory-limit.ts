import type { Clock } from '../platform/clock.ts';
import { Registry } from '../platform/registry.ts';
import { idOf } from '../platform/shared.ts';
import { Pause } from './pause.ts';
import type { RateLimit, RateLimitSettings, Slot, StoreHealth, Wait } from './rate-limit.ts';
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

  /** The service answered 429: nothing is sent for `ms` milliseconds. */
  pauseFor(ms: number): void {
    this.pause.start(this.clock.now() + ms, this.all.windowMs);
  }
}

/** The limit of the clients with the same settings, and what they have used of it. */
export class MemoryLimit implements RateLimit {
  readonly settings: RateLimitSettings;
  readonly key: string;
  readonly window: RequestWindow;
  readonly storeHealth: StoreHealth = { isDown: false, retryAt: 0 };
  readonly #limits: MemoryLimits;

  constructor(limits: MemoryLimits, settings: RateLimitSettings, key: string) {
    this.#limits = limits;
    this.settings = settings;
    this.key = key;
    this.window = new RequestWindow(settings.limit, settings.windowMs);
  }

  get idle(): boolean {
    return this.window.used(this.#limits.clock.now()) === 0 && !this.storeHealth.isDown;
  }

  /** Returns how many requests may be sent at once when some slots are kept for others. */
  capacity(kept: number): number {
    const { pause, all, clock } = this.#limits;
    const now = clock.now();
    if (!pause.isPast(now)) return pause.wait(now) > 0 ? 0 : 1;
    if (this.window.limit === Number.POSITIVE_INFINITY) return this.window.limit;
    return Math.max(0, Math.min(this.window.free(now), all.free(now)) - kept);
  }

  /** Returns what the next request waits for, as far as this process knows, when some slots are kept for others. */
  wait(kept: number): Wait | undefined {
    const { pause, all, clock } = this.#limits;
    const now = clock.now();
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

  /** The service answered 429 to another process, a store says. */
  pausedElsewhere(ms: number): void {
    const now = this.#limits.clock.now();
    this.#limits.pause.believe(now + ms, now);
  }
}
