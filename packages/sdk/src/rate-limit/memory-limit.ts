import type { Clock } from '../platform/clock.ts';
import { idOf } from '../platform/process-global.ts';
import { Registry } from '../platform/registry.ts';
import { Pause } from './pause.ts';
import type { RateLimitSettings, Slot, Wait } from './rate-limit.ts';
import { type CompositeTicket, goesBefore, type Ranked } from './ticket.ts';
import { RequestWindow } from './window.ts';

// LIM-1
/**
 * The limits of all clients with one credential, in this process. The requests of each client count against that
 * client's limit. The requests of all clients together count against the highest limit, which is the closest to the
 * service's own.
 */
export class MemoryLimits {
  /** The pause of the credential in use. */
  pause: Pause = new Pause();
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

  /** Whether no request still counts. */
  get idle(): boolean {
    return this.all.used(this.clock.now()) === 0;
  }

  of(settings: RateLimitSettings): MemoryLimit {
    const { limit, windowMs, store, onStoreError } = settings;
    const key = JSON.stringify([limit, windowMs, idOf(store), onStoreError]);
    return this.#limits.find(key, () => {
      const finite = [...this.#limits.values()].map(({ window }) => window.limit).filter(Number.isFinite);
      this.all.limit = Math.max(...finite, Number.isFinite(limit) ? limit : 0) || Number.POSITIVE_INFINITY;
      this.all.windowMs = Math.max(this.all.windowMs, windowMs);
      return new MemoryLimit(this, settings, key);
    });
  }
}

/** The limit of the clients with the same settings, and the slots in use. */
export class MemoryLimit {
  readonly settings: RateLimitSettings;
  readonly key: string;
  readonly window: RequestWindow;
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
    return this.window.used(this.#limits.clock.now()) === 0;
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
      else if (ticket.number !== call.number && goesBefore(ticket, call)) kept += ticket.declared;
    }
    return kept;
  }
}
