import type { RateLimit, Wait, WaitReason } from '../rate-limit/rate-limit.ts';
import type { Admission } from './admission.ts';
import type { Circuit } from './circuit.ts';

/** What the queue needs to know of a call. */
export interface Applicant {
  readonly signal: AbortSignal | undefined;
  /** A pause that ends later, by the client's clock, is not waited out. */
  readonly deadlineAt: number;
  readonly settings: {
    readonly timeout: number;
    /** Higher goes first. */
    readonly priority: number;
    /** A pause that lasts longer is not waited out, in milliseconds. */
    readonly retry: { readonly maxRetryAfter: number };
  };
  /** Called once for each reason, with the least time it will take, in milliseconds, where that can be told. */
  waits(reason: WaitReason, ms: number | undefined): void;
  /** Runs a function in the asynchronous context in which the call was made. */
  inContext<T>(run: () => T): T;
}

/** What all calls of a client go by while they wait. */
export interface Terms {
  readonly limit: RateLimit;
  /** Without lockout protection there is none. */
  readonly circuit: Circuit | undefined;
  readonly maxInFlight: number;
}

/** One call in the queue. There can be tens of thousands, so it is kept small. */
export class Waiter {
  readonly call: Applicant;
  readonly terms: Terms;
  readonly since: number;
  readonly #queue: { leave(waiter: Waiter): void };
  /** Names of the reasons for which it was told to wait. */
  #told = '';
  /** When it last looked whether it is its turn. Matters only where calls poll. */
  seenAt: number | undefined;
  isQueued = false;
  /** Those next to it in the queue. */
  before: Waiter | undefined;
  after: Waiter | undefined;
  /** `'expired'`: it waited as long as its timeout while the service answered nobody. */
  resolve: ((admission: Admission | 'expired') => void) | undefined;
  reject: ((reason: unknown) => void) | undefined;
  constructor(queue: { leave(waiter: Waiter): void }, call: Applicant, terms: Terms, since: number) {
    this.#queue = queue;
    this.call = call;
    this.terms = terms;
    this.since = since;
  }

  /** Its signal has aborted. */
  abort(): void {
    this.#queue.leave(this);
    this.reject?.(this.call.signal?.reason);
  }

  get priority(): number {
    return this.call.settings.priority;
  }

  /** Tells the call what it waits for; `ahead`: how many go before it. */
  tell({ reason, until }: Wait, ahead: number, now: number): void {
    if (this.#told.includes(reason)) return;
    this.#told += reason;
    const { limit, windowMs } = this.terms.limit.window;
    const ms = until - now + Math.floor(ahead / limit) * windowMs;
    this.call.waits(reason, reason === 'rate-limit' ? ms : undefined);
  }
}

/**
 * Highest priority first, then first come, first served; one that gives up leaves from the middle. A linked list,
 * because taking the first of an array or a `Set` costs more the longer it is.
 */
export class Waiters {
  #first: Waiter | undefined;
  #last: Waiter | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  *[Symbol.iterator](): Generator<Waiter, void> {
    for (let one = this.#first; one; one = one.after) yield one;
  }

  /** Adds one behind those of its priority; or before them, when it had its turn already. */
  add(one: Waiter, isAgain: boolean): void {
    let before = this.#last;
    if (before && (isAgain || before.priority < one.priority)) {
      let after = this.#first;
      while (after && (after.priority > one.priority || (!isAgain && after.priority === one.priority))) {
        after = after.after;
      }
      before = after ? after.before : this.#last;
    }
    this.#put(one, before);
  }

  remove(one: Waiter): void {
    if (!one.isQueued) return;
    one.isQueued = false;
    if (one.before) one.before.after = one.after;
    else this.#first = one.after;
    if (one.after) one.after.before = one.before;
    else this.#last = one.before;
    this.#size--;
  }

  #put(one: Waiter, before: Waiter | undefined): void {
    one.isQueued = true;
    one.before = before;
    one.after = before ? before.after : this.#first;
    if (one.after) one.after.before = one;
    else this.#last = one;
    if (before) before.after = one;
    else this.#first = one;
    this.#size++;
  }
}
