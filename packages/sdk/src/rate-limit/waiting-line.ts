import type { Clock } from '../platform/clock.ts';
import { silentForMs, Waiting } from '../platform/waiting.ts';

/** One call that waits for a slot. */
export interface Waiter {
  readonly waiting: Waiting;
  readonly since: number;
  /** How many were before it when it joined. */
  readonly ahead: number;
  /** Told once, with the least time it will take. */
  onWait: ((ms: number) => void) | undefined;
  /** When it last looked whether it is its turn. Matters only where calls poll. */
  seenAt: number;
  /** Why the store failed while it waited, if it did. */
  failure: unknown;
  isInLine: boolean;
  before: Waiter | undefined;
  after: Waiter | undefined;
}

/**
 * The calls that wait for a slot, first come, first served; one that gives up leaves from the middle. A linked list,
 * because taking the first of an array or a `Set` costs more the longer it is.
 */
export class WaitingLine {
  readonly #clock: Clock;
  #first: Waiter | undefined;
  #last: Waiter | undefined;
  #size = 0;
  /** Those not yet told how long they will wait. */
  readonly #untold = new Set<Waiter>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#size;
  }

  join(onWait: ((ms: number) => void) | undefined): Waiter {
    const since = this.#clock.now();
    const waiter: Waiter = {
      waiting: new Waiting(this.#clock),
      since,
      ahead: this.#size,
      onWait,
      seenAt: since,
      failure: undefined,
      isInLine: false,
      before: undefined,
      after: undefined,
    };
    this.#add(waiter);
    this.#untold.add(waiter);
    return waiter;
  }

  /** Takes a call out; the next one's turn may have come. */
  leave(waiter: Waiter): void {
    const wasFirst = this.#first === waiter;
    this.#remove(waiter);
    this.#untold.delete(waiter);
    if (wasFirst) this.wake('first');
  }

  isFirst(waiter: Waiter): boolean {
    if (waiter.waiting.polls) this.#passOverSilent(waiter);
    return this.#first === waiter;
  }

  wake(who: 'first' | 'all'): void {
    for (let waiter = this.#first; waiter; waiter = who === 'all' ? waiter.after : undefined) waiter.waiting.wake();
  }

  /** Fails everyone who waits. */
  fail(error: unknown): void {
    for (let waiter = this.#first; waiter; waiter = waiter.after) waiter.failure = error;
    this.wake('all');
  }

  /** Tells each call once how long it will wait at least. */
  announce(waitMs: (ahead: number) => number): void {
    for (const { onWait, ahead } of this.#untold) onWait?.(waitMs(ahead));
    this.#untold.clear();
  }

  /** Where calls poll, one may have ended without its `finally`. It no longer looks, and is taken out of their way. */
  #passOverSilent(waiter: Waiter): void {
    const now = this.#clock.now();
    waiter.seenAt = now;
    this.#add(waiter);
    while (this.#first && this.#first !== waiter && this.#first.seenAt + silentForMs <= now) this.#remove(this.#first);
  }

  #add(waiter: Waiter): void {
    if (waiter.isInLine) return;
    waiter.isInLine = true;
    waiter.before = this.#last;
    waiter.after = undefined;
    if (this.#last) this.#last.after = waiter;
    else this.#first = waiter;
    this.#last = waiter;
    this.#size++;
  }

  #remove(waiter: Waiter): void {
    if (!waiter.isInLine) return;
    waiter.isInLine = false;
    if (waiter.before) waiter.before.after = waiter.after;
    else this.#first = waiter.after;
    if (waiter.after) waiter.after.before = waiter.before;
    else this.#last = waiter.before;
    this.#size--;
  }
}
