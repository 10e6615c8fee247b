import type { MemoryLimit } from '../rate-limit/memory-limit.ts';
import { never } from '../rate-limit/rate-limit.ts';

/**
 * A call's place in the order of its queue. Its retries keep the place, except after a 429: then a single call takes a
 * new ticket behind the others, and a composite call keeps its own.
 */
export interface Ticket {
  /** Lower goes first among calls of one priority. */
  readonly number: number;
  /** Whether a request of the call was sent. */
  hasBegun: boolean;
}

/**
 * The ticket of a call that sends several requests, some of them only after others were answered. From its first request
 * on, those that it has declared and not asked for yet count as used for all calls behind it. Otherwise many such calls at
 * once would use the whole rate for their first requests, and none would finish.
 */
export class CompositeTicket implements Ticket {
  readonly number: number;
  readonly limit: MemoryLimit;
  readonly priority: number;
  hasBegun = false;
  readonly #onChange: () => void;
  #declared: number;
  /** When the declared requests no longer count: in a runtime that polls, a call may end without a word. */
  declaredUntil: number = never;

  constructor(number: number, limit: MemoryLimit, priority: number, declared: number, onChange: () => void) {
    this.number = number;
    this.limit = limit;
    this.priority = priority;
    this.#declared = declared;
    this.#onChange = onChange;
  }

  /** Requests that are still to come. */
  get declared(): number {
    return this.#declared;
  }

  /** The next declared request is asked for now, or not needed. */
  next(): void {
    this.#declared = Math.max(0, this.#declared - 1);
    this.#onChange();
  }

  /** The call has ended. */
  end(): void {
    this.#declared = 0;
    this.#onChange();
  }
}
