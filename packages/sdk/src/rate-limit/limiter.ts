import type { Clock } from '../platform/clock.ts';
import { leaseEnd } from '../platform/waiting.ts';
import { isRefusal, refusal } from './refusal.ts';
import type { SharedSlot, SharedWindow } from './shared-window.ts';
import type { AcquireOptions, Gate, RateLimitState, Slot, WaitBudget } from './slot.ts';
import { type Waiter, WaitingLine } from './waiting-line.ts';
import { Pause, SettledWindow } from './window.ts';

/** What a limiter is made from. */
export interface LimiterOptions {
  /** Requests in one window; `Infinity` for no limit, which leaves the pauses. */
  readonly limit: number;
  readonly windowMs: number;
  readonly clock: Clock;
  /** Counts with other processes. Without it, only this one counts. */
  readonly shared?: SharedWindow | undefined;
  /** What is assumed of the window before the first request: `assume-empty` unless given. See `RateLimitOptions`. */
  readonly startUp?: 'assume-empty' | 'assume-full' | undefined;
}

/** The gate of a call that needs nothing but a slot. */
const openGate: Gate = {
  prepare: () => undefined,
  check: () => Number.POSITIVE_INFINITY,
  enter: () => 0,
  agree: async () => 0,
  isCurrent: () => true,
  leave: () => {},
};

// LIM-1
/**
 * Lets the requests of one credential out so that the service never has to refuse one: first come, first
 * served. Each call in the line looks for itself whether it may go; it is woken when something has changed.
 */
export class Limiter {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #clock: Clock;
  readonly #shared: SharedWindow | undefined;
  readonly #window: SettledWindow;
  readonly #pause: Pause;
  readonly #line: WaitingLine;
  /** When the first in line will look for a slot again; says how long those behind it wait at least. */
  #nextLookAt = 0;
  /** Since when there has been a slot for the first in line, which waits for its gate. */
  #gateShutSince: number | undefined;

  constructor({ limit, windowMs, clock, shared, startUp }: LimiterOptions) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#clock = clock;
    this.#shared = shared;
    this.#line = new WaitingLine(clock);
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
      queued: this.#line.size,
      pausedUntil: until > now ? until : null,
    };
  }

  /** Whether it remembers no request and no 429. */
  get idle(): boolean {
    const now = this.#clock.now();
    return this.#line.size === 0 && this.#window.used(now) === 0 && this.#pause.isPast(now);
  }

  /** @throws Refusal when the credential is paused for longer than the call may wait. */
  check({ maxWaitMs, deadlineAt = Number.POSITIVE_INFINITY }: WaitBudget): void {
    const { until } = this.#pause;
    const left = until - this.#clock.now();
    if (left <= 0 || (left <= maxWaitMs && until <= deadlineAt)) return;
    const retryAfter = Math.ceil(left / 1000);
    throw refusal({
      name: 'RateLimitError',
      message: 'The credential is paused after a 429',
      retryAfter,
      retryAt: until,
    });
  }

  /**
   * @throws Refusal as `check` and the gate do, or when the store fails.
   * @throws the signal's reason, when it aborts first.
   */
  async acquire(options: AcquireOptions): Promise<Slot> {
    const { gate = openGate, signal, leaseMs } = options;
    signal?.throwIfAborted();
    this.check(options);
    gate.check(this.#clock.now());
    const preparing = gate.prepare();
    if (preparing) await preparing;
    if (!this.#shared && this.#line.size === 0 && this.#wait() === 0 && gate.enter() === 0) return this.#take(leaseMs);
    return this.#waitInLine(options, gate);
  }

  /** The service answered 429: nothing is sent for `ms` milliseconds. */
  penalize(ms: number): void {
    this.#startPause(ms);
    this.#shared?.penalize(ms);
  }

  /** Something has changed for the first in line, or for everyone. */
  wake(who: 'first' | 'all'): void {
    this.#line.wake(who);
  }

  async #waitInLine(options: AcquireOptions, gate: Gate): Promise<Slot> {
    const waiter = this.#line.join(options.onWait);
    this.#announce();
    try {
      for (;;) {
        const looking = this.#look(waiter, options, gate);
        const found = looking instanceof Promise ? await looking : looking;
        if (typeof found !== 'number') return found;
        if (found > 0) await waiter.waiting.sleep(found, options.signal);
      }
    } finally {
      this.#line.leave(waiter);
      if (this.#line.size === 0) {
        this.#gateShutSince = undefined;
        this.#shared?.giveBackKept();
      }
    }
  }

  /** One look at how things stand: the slot, or the milliseconds until the next look. */
  #look(waiter: Waiter, options: AcquireOptions, gate: Gate): Slot | number | Promise<Slot | number> {
    options.signal?.throwIfAborted();
    if (waiter.failure) throw waiter.failure;
    this.check(options);
    const now = this.#clock.now();
    const checkAgainIn = gate.check(Math.max(waiter.since, this.#gateShutSince ?? now));
    const preparing = gate.prepare();
    if (preparing) return preparing.then(() => 0);
    if (!this.#line.isFirst(waiter)) return checkAgainIn;

    const wait = this.#wait();
    if (wait > 0) {
      this.#gateShutSince = undefined;
      return Math.min(this.#lookAgainIn(wait), checkAgainIn);
    }
    const gateWait = gate.enter();
    if (gateWait > 0) {
      this.#gateShutSince ??= now;
      return Math.min(gateWait, checkAgainIn);
    }
    return this.#shared ? this.#askStore(this.#shared, options, gate) : this.#take(options.leaseMs);
  }

  /** A slot of the store, or the milliseconds until the next look. */
  async #askStore(shared: SharedWindow, options: AcquireOptions, gate: Gate): Promise<Slot | number> {
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
      const acquired = await shared.acquire(options, this.#line.size, signal);
      if (!acquired.ok) {
        if (acquired.paused) this.#startPause(acquired.retryInMs);
        willTryAgain = true;
        return this.#lookAgainIn(acquired.retryInMs);
      }
      slot = this.#take(leaseMs, acquired.slot);
      signal?.throwIfAborted();
      mayGo = gate.isCurrent();
      return mayGo ? slot : 0;
    } catch (error) {
      // The store has failed: should each of the others ask it too, each would wait as long again.
      if (isRefusal(error)) this.#line.fail(error);
      throw error;
    } finally {
      if (!mayGo) {
        gate.leave(willTryAgain);
        slot?.release();
      }
    }
  }

  #lookAgainIn(ms: number): number {
    this.#nextLookAt = this.#clock.now() + ms;
    this.#announce();
    return ms;
  }

  #announce(): void {
    const wait = this.#nextLookAt - this.#clock.now();
    if (wait > 0) this.#line.announce((ahead) => wait + Math.floor(ahead / this.#limit) * this.#windowMs);
  }

  /** In how many milliseconds this process lets the next one out; 0 for at once. */
  #wait(): number {
    const now = this.#clock.now();
    return Math.max(this.#pause.wait(now), this.#window.wait(now));
  }

  #take(leaseMs: number, shared?: SharedSlot): Slot {
    const now = this.#clock.now();
    this.#pause.pass(now);
    this.#nextLookAt = 0;
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
