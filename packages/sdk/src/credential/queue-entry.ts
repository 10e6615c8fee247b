import type { MemoryLimit } from '../rate-limit/memory-limit.ts';
import type { Wait, WaitReason } from '../rate-limit/rate-limit.ts';
import type { StoreLimit } from '../rate-limit/store-limit.ts';
import { goesBefore, type Ranked, type Ticket } from '../rate-limit/ticket.ts';
import type { Permit } from './permit.ts';

/** The facts about a call that the queue needs. */
export interface QueuedCall {
  readonly ticket: Ticket;
  readonly isWrite?: boolean;
  readonly signal: AbortSignal | undefined;
  /** Whether the call may still be sent when its client is closed. */
  readonly completesComposite?: boolean;
  /** End of the call's deadline, by the client's clock. The call fails at once if a pause ends later. */
  readonly deadlineAt: number;
  readonly settings: {
    readonly timeout: number;
    /** Calls with a higher priority go first. */
    readonly priority: number;
    /** Longest pause that the call waits for, in milliseconds. */
    readonly retry: { readonly maxRetryAfter: number };
  };
  /** Called once for each reason. `ms`: the shortest possible wait, if it is known. */
  waits(reason: WaitReason, ms: number | undefined): void;
  /** Runs a function in the asynchronous context in which the call was made. */
  inContext<T>(run: () => T): T;
}

/**
 * Returns the lease of a request whose end may never be reported. After its timeout the request is abandoned, but it
 * may still reach the service within another timeout.
 */
export function leaseMsOf({ settings }: QueuedCall): number {
  return 2 * settings.timeout;
}

/** The limits that all calls of a client share while they wait. */
export interface ClientPolicy {
  readonly limit: MemoryLimit;
  /** Whether the lockout protection holds for the client's calls. */
  readonly isProtected: boolean;
}

/** One call in the queue. The queue can hold tens of thousands, so an entry is kept small. */
export class QueueEntry implements Ranked {
  readonly call: QueuedCall;
  readonly policy: ClientPolicy;
  rank: Ranked['rank'];
  /** Time of entering the queue, by the client's clock in milliseconds. */
  readonly since: number;
  readonly #queue: { leave(entry: QueueEntry): void };
  /** Names of the reasons for which the call was already notified. One string takes less memory than a `Set`. */
  #notified = '';
  /** When the call last polled. Only where calls poll. */
  seenAt: number | undefined;
  /** The call's own limit in the store. Only where calls poll. */
  storeLimit: StoreLimit | undefined;
  /** Ends the call's sleep between two polls. Only where calls poll. */
  wake: (() => void) | undefined;
  isQueued = false;
  before: QueueEntry | undefined;
  after: QueueEntry | undefined;
  /**
   * Gives the call its permit; `'timeout'` means that it timed out in the queue, because the service is unresponsive.
   */
  resolve: ((permit: Permit | 'timeout') => void) | undefined;
  reject: ((reason: unknown) => void) | undefined;

  constructor(queue: { leave(entry: QueueEntry): void }, call: QueuedCall, policy: ClientPolicy, since: number) {
    this.#queue = queue;
    this.call = call;
    this.policy = policy;
    const { ticket, isWrite } = call;
    this.rank = ticket.hasBegun || ticket.goesFirst || isWrite ? 0 : 1;
    this.since = since;
  }

  /** Rejects the call because its signal has aborted. */
  abort(): void {
    this.leave();
    this.reject?.(this.call.signal?.reason);
  }

  /** Takes the call out of its queue. */
  leave(): void {
    this.#queue.leave(this);
  }

  get priority(): number {
    return this.call.settings.priority;
  }

  get number(): number {
    return this.call.ticket.number;
  }

  /** Notifies the call of the reason for its wait, once for each reason. `ahead`: how many calls go before it. */
  notifyWait({ reason, until }: Wait, ahead: number, now: number): void {
    if (this.#notified.includes(reason)) return;
    this.#notified += reason;
    const { limit, windowMs } = this.policy.limit.window;
    const ms = until - now + Math.floor(ahead / limit) * windowMs;
    this.call.waits(reason, reason === 'rate-limit' ? ms : undefined);
  }
}

const mostWritesInARow = 10;

/**
 * The entries in the order in which they go. A linked list, because an aborted entry leaves from the middle, and
 * taking the first of an array or a `Set` takes longer the more entries there are.
 */
export class PriorityQueue {
  #first: QueueEntry | undefined;
  #last: QueueEntry | undefined;
  /** The entry that was inserted last. The next entry often belongs beside it. */
  #recent: QueueEntry | undefined;
  #size = 0;
  #writesInARow = 0;

  get size(): number {
    return this.#size;
  }

  *[Symbol.iterator](): Generator<QueueEntry, void> {
    for (let entry = this.#first; entry; entry = entry.after) yield entry;
  }

  /** Adds an entry behind all entries that it doesn't go before. */
  add(entry: QueueEntry): void {
    let before = this.#last;
    if (before && goesBefore(entry, before)) {
      before = this.#recent ?? before;
      while (before && goesBefore(entry, before)) before = before.before;
      let after = before ? before.after : this.#first;
      while (after && !goesBefore(entry, after)) {
        before = after;
        after = after.after;
      }
    }
    this.#insert(entry, before);
  }

  /**
   * Records that an entry goes. If its call begins with it, the call's other requests count as begun: they are next already.
   * After ten writes in a row, the first read goes next.
   */
  goes(entry: QueueEntry): void {
    if (entry.rank !== 0) {
      this.#writesInARow = 0;
      entry.call.ticket.goesFirst = true;
      for (let next = entry.after; next?.number === entry.number; next = next.after) next.rank = 0;
    } else if (++this.#writesInARow % mostWritesInARow === 0) {
      const read = [...this].find(({ rank }) => rank === 1);
      if (!read) return;
      this.remove(read);
      read.rank = -1;
      this.add(read);
    }
  }

  remove(entry: QueueEntry): void {
    if (!entry.isQueued) return;
    entry.isQueued = false;
    if (this.#recent === entry) this.#recent = entry.before ?? entry.after;
    if (entry.before) entry.before.after = entry.after;
    else this.#first = entry.after;
    if (entry.after) entry.after.before = entry.before;
    else this.#last = entry.before;
    this.#size--;
  }

  #insert(entry: QueueEntry, before: QueueEntry | undefined): void {
    entry.isQueued = true;
    this.#recent = entry;
    entry.before = before;
    entry.after = before ? before.after : this.#first;
    if (entry.after) entry.after.before = entry;
    else this.#last = entry;
    if (before) before.after = entry;
    else this.#first = entry;
    this.#size++;
  }
}
