import { RateLimitError } from '../errors/rate-limit-error.ts';
import type { Clock } from '../platform/clock.ts';
import { type Place, Queue } from '../platform/queue.ts';
import { Pause } from './pause.ts';
import type { RateLimitState } from './rate-limit-state.ts';
import { SettledWindow } from './settled-window.ts';
import type { SharedSlot, SharedWindow } from './shared-window.ts';
import type { AcquireOptions, Patience, Slot } from './slot.ts';

/** What a limiter is made from. */
export interface LimiterOptions {
  /** Requests in one window; `Infinity` for no limit, which leaves the pauses. */
  readonly limit: number;
  readonly windowMs: number;
  readonly clock: Clock;
  /** Counts with other processes. Without it, only this one counts. */
  readonly shared?: SharedWindow | undefined;
  /** Called when a pause starts, so that whoever waits elsewhere can look whether it is too long. */
  readonly onPause?: (() => void) | undefined;
}

interface Waiter extends AcquireOptions {
  readonly grant: (slot: Slot) => void;
  readonly refuse: (reason: unknown) => void;
  /** How many were queued before it. */
  readonly ahead: number;
  waits: boolean;
}

/** Lets the requests of one credential out so that the service never has to refuse one (LIM-1): first come, first served. */
export class Limiter {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #clock: Clock;
  readonly #shared: SharedWindow | undefined;
  readonly #onPause: (() => void) | undefined;
  readonly #window: SettledWindow;
  readonly #pause: Pause;
  readonly #queue = new Queue<Waiter>();
  /** Queued, but not yet told that they have to wait. */
  #untold: Waiter[] = [];
  /** When the queue moves on; `undefined` while it moves. */
  #restUntil: number | undefined;
  #moving = false;
  /** Aborts when what the queue waits for is no longer it: nobody waits, so no timer may stay, or a slot came free. */
  #news = new AbortController();

  constructor({ limit, windowMs, clock, shared, onPause }: LimiterOptions) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#clock = clock;
    this.#shared = shared;
    this.#onPause = onPause;
    this.#window = new SettledWindow(limit, windowMs);
    this.#pause = new Pause(limit, windowMs);
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

  /** @throws RateLimitError when the credential is paused for longer than the call may wait. */
  check({ maxWaitMs, deadlineAt = Number.POSITIVE_INFINITY }: Patience): void {
    const { until } = this.#pause;
    const left = until - this.#clock.now();
    if (left <= 0 || (left <= maxWaitMs && until <= deadlineAt)) return;
    throw new RateLimitError({ error: 'The credential is paused after a 429', retryAfter: Math.ceil(left / 1000) });
  }

  /**
   * @throws RateLimitError as `check` does.
   * @throws the signal's reason, when it aborts first.
   */
  async acquire(options: AcquireOptions): Promise<Slot> {
    options.signal?.throwIfAborted();
    this.check(options);
    const free = !this.#shared && this.#queue.size === 0 && this.#wait() === 0;
    return free ? this.#take() : this.#enqueue(options);
  }

  /** The service answered 429: nothing is sent for `ms` milliseconds. */
  penalize(ms: number): void {
    this.#startPause(ms);
    this.#shared?.penalize(ms);
  }

  /** Fails everyone who waits. */
  refuseAll(reason: unknown): void {
    for (const waiter of this.#queue) waiter.refuse(reason);
  }

  #enqueue(options: AcquireOptions): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const { signal } = options;
      let place: Place<Waiter>;
      const leave = () => {
        waiter.waits = false;
        signal?.removeEventListener('abort', abort);
        this.#queue.remove(place);
        if (this.#queue.size === 0) this.#news.abort();
      };
      const waiter: Waiter = {
        ...options,
        ahead: this.#queue.size,
        waits: true,
        grant(slot) {
          leave();
          resolve(slot);
        },
        refuse(reason) {
          leave();
          reject(reason);
        },
      };
      const abort = () => waiter.refuse(signal?.reason);
      signal?.addEventListener('abort', abort);
      place = this.#queue.add(waiter);
      this.#untold.push(waiter);
      this.#tell();
      if (!this.#moving) void this.#move();
    });
  }

  /** Grants slots, first to last, until nobody waits. */
  async #move(): Promise<void> {
    this.#moving = true;
    for (let first = this.#queue.first; first; first = this.#queue.first) {
      if (this.#news.signal.aborted) this.#news = new AbortController();
      const { signal } = this.#news;
      try {
        await this.#step(first, signal);
      } catch (error) {
        if (!signal.aborted) this.refuseAll(error);
      }
    }
    this.#moving = false;
  }

  async #step(first: Waiter, signal: AbortSignal): Promise<void> {
    const wait = this.#wait();
    if (wait > 0) return this.#rest(wait, signal);
    if (!this.#shared) return first.grant(this.#take());
    const acquired = await this.#shared.acquire(first, signal);
    if (acquired.ok) {
      const slot = this.#take(acquired.slot);
      const next = this.#queue.first;
      return next ? next.grant(slot) : slot.release();
    }
    if (acquired.paused) this.#startPause(acquired.retryInMs);
    return this.#rest(acquired.retryInMs, signal);
  }

  async #rest(ms: number, signal: AbortSignal): Promise<void> {
    this.#restUntil = this.#clock.now() + ms;
    this.#tell();
    await this.#clock.sleep(ms, signal).finally(() => {
      this.#restUntil = undefined;
    });
  }

  #tell(): void {
    if (this.#restUntil === undefined) return;
    const wait = this.#restUntil - this.#clock.now();
    for (const { waits, onWait, ahead } of this.#untold.splice(0)) {
      if (waits) onWait?.(wait + Math.floor(ahead / this.#limit) * this.#windowMs);
    }
  }

  /** In how many milliseconds this process lets the next one out; 0 for at once. */
  #wait(): number {
    const now = this.#clock.now();
    return Math.max(this.#pause.wait(now), this.#window.wait(now));
  }

  #take(shared?: SharedSlot): Slot {
    this.#pause.pass(this.#clock.now());
    this.#window.take();
    let held = true;
    const settle = (afterMs: number) => {
      if (!held) return;
      held = false;
      this.#window.settle(this.#clock.now() + afterMs);
      shared?.settle(afterMs);
    };
    return {
      settle: (afterMs = 0) => settle(afterMs),
      release: () => {
        settle(-this.#windowMs);
        if (this.#restUntil !== undefined) this.#news.abort();
      },
    };
  }

  #startPause(ms: number): void {
    this.#pause.start(this.#clock.now() + ms);
    for (const waiter of this.#queue) {
      try {
        this.check(waiter);
      } catch (refusal) {
        waiter.refuse(refusal);
      }
    }
    this.#onPause?.();
  }
}
