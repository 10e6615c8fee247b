import type { Clock } from '../platform/clock.ts';
import { type Place, Queue } from '../platform/queue.ts';
import { leaseEnd, silentForMs, Waiting } from '../platform/waiting.ts';
import { Pause } from './pause.ts';
import { isRefusal, refusal } from './refusal.ts';
import type { SharedSlot, SharedWindow } from './shared-window.ts';
import type { AcquireOptions, Gate, RateLimitState, Slot, WaitBudget } from './slot.ts';
import { SettledWindow } from './window.ts';

/** What a limiter is made from. */
export interface LimiterOptions {
  /** Requests in one window; `Infinity` for no limit, which leaves the pauses. */
  readonly limit: number;
  readonly windowMs: number;
  readonly clock: Clock;
  /** Counts with other processes. Without it, only this one counts. */
  readonly shared?: SharedWindow | undefined;
  /** What is assumed of the window before the first request: see `RateLimitOptions`. */
  readonly startUp?: 'assume-empty' | 'assume-full' | undefined;
}

interface Waiter {
  readonly options: AcquireOptions;
  readonly waiting: Waiting;
  readonly since: number;
  /** How many were queued before it. */
  readonly ahead: number;
  place: Place<Waiter> | undefined;
  /** When it last looked. Only where everyone looks for himself does it matter. */
  seenAt: number;
  /** The store failed while it waited. */
  failure: unknown;
}

/** For whoever needs nothing but a slot. */
const open: Gate = {
  prepare: () => undefined,
  check: () => Number.POSITIVE_INFINITY,
  enter: () => 0,
  agree: async () => 0,
  isCurrent: () => true,
  leave: () => {},
};

/**
 * Lets the requests of one credential out so that the service never has to refuse one (LIM-1): first come, first
 * served. Everyone in the queue looks after himself; what they share is data, and hints that it has changed.
 */
export class Limiter {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #clock: Clock;
  readonly #shared: SharedWindow | undefined;
  readonly #window: SettledWindow;
  readonly #pause: Pause;
  readonly #queue = new Queue<Waiter>();
  /** Queued, but not yet told that they have to wait. */
  readonly #untold = new Set<Waiter>();
  /** When the first in the queue will look for a slot again. */
  #restUntil = 0;
  /** Since when the first in the queue has waited for its gate and not for a slot. */
  #gateShutSince: number | undefined;

  constructor({ limit, windowMs, clock, shared, startUp }: LimiterOptions) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#clock = clock;
    this.#shared = shared;
    this.#window = new SettledWindow(limit, windowMs);
    this.#pause = new Pause(limit, windowMs);
    // The pace after a pause is also right after somebody unknown may have used the window.
    if (startUp === 'assume-full') this.#pause.start(clock.now());
  }

  get state(): RateLimitState {
    const now = this.#clock.now();
    const { until } = this.#pause;
    return {
      limit: this.#limit,
      used: this.#window.used(now),
      queued: this.#queue.size,
      pausedUntil: until > now ? until : null,
    };
  }

  /** Whether it remembers no request and no 429. */
  get idle(): boolean {
    const now = this.#clock.now();
    return this.#queue.size === 0 && this.#window.used(now) === 0 && this.#pause.isPast(now);
  }

  /** @throws Refusal when the credential is paused for longer than the call may wait. */
  check({ maxWaitMs, deadlineAt = Number.POSITIVE_INFINITY }: WaitBudget): void {
    const { until } = this.#pause;
    const left = until - this.#clock.now();
    if (left <= 0 || (left <= maxWaitMs && until <= deadlineAt)) return;
    const retryAfter = Math.ceil(left / 1000);
    throw refusal({ name: 'RateLimitError', message: 'The credential is paused after a 429', retryAfter });
  }

  /**
   * @throws Refusal as `check` and the gate do, or when the store fails.
   * @throws the signal's reason, when it aborts first.
   */
  async acquire(options: AcquireOptions): Promise<Slot> {
    const { gate = open, signal, leaseMs } = options;
    signal?.throwIfAborted();
    this.check(options);
    gate.check(this.#clock.now());
    const preparing = gate.prepare();
    if (preparing) await preparing;
    if (!this.#shared && this.#queue.size === 0 && this.#wait() === 0 && gate.enter() === 0) return this.#take(leaseMs);
    return this.#queueUp(options, gate);
  }

  /** The service answered 429: nothing is sent for `ms` milliseconds. */
  penalize(ms: number): void {
    this.#startPause(ms);
    this.#shared?.penalize(ms);
  }

  /** There is news for the first in the queue, or for everyone. */
  wake(who: 'first' | 'all'): void {
    if (who === 'first') this.#queue.first?.waiting.wake();
    else for (const { waiting } of this.#queue) waiting.wake();
  }

  async #queueUp(options: AcquireOptions, gate: Gate): Promise<Slot> {
    const now = this.#clock.now();
    const waiter: Waiter = {
      options,
      waiting: new Waiting(this.#clock),
      since: now,
      ahead: this.#queue.size,
      place: undefined,
      seenAt: now,
      failure: undefined,
    };
    waiter.place = this.#queue.add(waiter);
    this.#untold.add(waiter);
    this.#tell();
    try {
      for (;;) {
        const looking = this.#step(waiter, gate);
        const step = looking instanceof Promise ? await looking : looking;
        if (typeof step !== 'number') return step;
        if (step > 0) await waiter.waiting.sleep(step, options.signal);
      }
    } finally {
      this.#leave(waiter);
    }
  }

  /** One look at how things stand: the slot, or the milliseconds until the next look. */
  #step(waiter: Waiter, gate: Gate): Slot | number | Promise<Slot | number> {
    const { options } = waiter;
    options.signal?.throwIfAborted();
    if (waiter.failure) throw waiter.failure;
    this.check(options);
    const now = this.#clock.now();
    waiter.seenAt = now;
    const checkAgainIn = gate.check(Math.max(waiter.since, this.#gateShutSince ?? now));
    const preparing = gate.prepare();
    if (preparing) return preparing.then(() => 0);
    if (!this.#isFirst(waiter, now)) return checkAgainIn;

    const wait = this.#wait();
    if (wait > 0) {
      this.#gateShutSince = undefined;
      return Math.min(this.#rest(wait), checkAgainIn);
    }
    const gateWait = gate.enter();
    if (gateWait > 0) {
      this.#gateShutSince ??= now;
      return Math.min(gateWait, checkAgainIn);
    }
    return this.#shared ? this.#askStore(this.#shared, waiter, gate) : this.#take(options.leaseMs);
  }

  async #askStore(shared: SharedWindow, { options }: Waiter, gate: Gate): Promise<Slot | number> {
    const { signal, leaseMs } = options;
    let slot: Slot | undefined;
    let mayGo = false;
    let willTryAgain = false;
    try {
      const disagreedFor = await gate.agree();
      if (disagreedFor > 0) {
        willTryAgain = true;
        return disagreedFor;
      }
      const acquired = await shared.acquire(options, this.#queue.size, signal);
      if (!acquired.ok) {
        if (acquired.paused) this.#startPause(acquired.retryInMs);
        willTryAgain = true;
        return this.#rest(acquired.retryInMs);
      }
      slot = this.#take(leaseMs, acquired.slot);
      signal?.throwIfAborted();
      mayGo = gate.isCurrent();
      return mayGo ? slot : 0;
    } catch (error) {
      if (isRefusal(error)) this.#failAll(error);
      throw error;
    } finally {
      if (!mayGo) {
        gate.leave(willTryAgain);
        slot?.release();
      }
    }
  }

  /** A store that fails, fails everyone who waits: each of them asking for himself would take as long again. */
  #failAll(error: unknown): void {
    for (const other of this.#queue) {
      other.failure = error;
      other.waiting.wake();
    }
  }

  /** Where nobody is woken, whoever has stopped looking is passed over: no `finally` may have taken it out. */
  #isFirst(waiter: Waiter, now: number): boolean {
    if (waiter.waiting.polls) {
      waiter.place ??= this.#queue.add(waiter);
      for (const other of this.#queue) {
        if (other === waiter || other.seenAt + silentForMs > now) break;
        this.#remove(other);
      }
    }
    return this.#queue.first === waiter;
  }

  #remove(waiter: Waiter): void {
    if (waiter.place) this.#queue.remove(waiter.place);
    waiter.place = undefined;
  }

  #leave(waiter: Waiter): void {
    const wasFirst = this.#queue.first === waiter;
    this.#remove(waiter);
    this.#untold.delete(waiter);
    if (this.#queue.size === 0) {
      this.#gateShutSince = undefined;
      this.#shared?.giveBackKept();
    }
    if (wasFirst) this.wake('first');
  }

  #rest(ms: number): number {
    this.#restUntil = this.#clock.now() + ms;
    this.#tell();
    return ms;
  }

  #tell(): void {
    const wait = this.#restUntil - this.#clock.now();
    if (wait <= 0) return;
    for (const { options, ahead } of this.#untold) {
      options.onWait?.(wait + Math.floor(ahead / this.#limit) * this.#windowMs);
    }
    this.#untold.clear();
  }

  /** In how many milliseconds this process lets the next one out; 0 for at once. */
  #wait(): number {
    const now = this.#clock.now();
    return Math.max(this.#pause.wait(now), this.#window.wait(now));
  }

  #take(leaseMs: number, shared?: SharedSlot): Slot {
    const now = this.#clock.now();
    this.#pause.pass(now);
    this.#restUntil = 0;
    const taken = this.#window.take(leaseEnd(now, leaseMs));
    const settle = (afterMs: number) => {
      if (this.#window.settle(taken, this.#clock.now() + afterMs)) shared?.settle(afterMs);
    };
    return {
      settle: (afterMs = 0) => settle(afterMs),
      release: () => {
        settle(-this.#windowMs);
        this.wake('first');
      },
    };
  }

  #startPause(ms: number): void {
    this.#pause.start(this.#clock.now() + ms);
    this.wake('all');
  }
}
