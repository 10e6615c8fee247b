/** The rank of a call in the order of its queue. */
export interface Ranked {
  /** Higher goes first. */
  readonly priority: number;
  /**
   * Among calls of the same priority, writes and calls that have begun (0) go before reads that haven't (1): work that is
   * finished beats work that is begun. A read for which too many writes went first goes before both (-1).
   */
  readonly rank: -1 | 0 | 1;
  /** Number of the call's ticket. Then the lower number goes first. */
  readonly number: number;
}

/** Whether one call goes before another. */
export function goesBefore(one: Ranked, other: Ranked): boolean {
  return (other.priority - one.priority || one.rank - other.rank || one.number - other.number) < 0;
}

/**
 * A call's place in the order of its queue. Its retries keep the place, except after a 429: then a single call takes a
 * new ticket behind the others, and a composite call keeps its own.
 */
export interface Ticket {
  readonly number: number;
  /** Whether a request of the call was sent. */
  hasBegun: boolean;
  /** Whether its requests go before reads that haven't begun: the call writes, or one of its requests has a permit. */
  goesFirst?: boolean;
}

/** A call that declares how many requests may follow its first ones. */
export interface CompositeCall {
  readonly priority: number;
  readonly declared: number;
  readonly isWrite?: boolean;
}

/**
 * The ticket of a call that sends several requests, some of them only after responses to others. After its first
 * request, slots are kept for its declared requests, and calls behind it can't use these slots. Otherwise many such
 * calls at once would use the whole rate for their first requests, and none would finish.
 */
export class CompositeTicket implements Ticket, Ranked {
  readonly rank = 0;
  readonly number: number;
  readonly priority: number;
  goesFirst: boolean;
  hasBegun = false;
  readonly #onChange: () => void;
  #declared: number;

  constructor(number: number, { priority, declared, isWrite = false }: CompositeCall, onChange: () => void) {
    this.number = number;
    this.priority = priority;
    this.goesFirst = isWrite;
    this.#declared = declared;
    this.#onChange = onChange;
  }

  /** Number of declared requests that are still to come. */
  get declared(): number {
    return this.#declared;
  }

  /** Counts down the declared requests: the next one starts now, or isn't needed. */
  next(): void {
    this.#declared = Math.max(0, this.#declared - 1);
    this.#onChange();
  }

  /** Drops the remaining declared requests, because the call has ended. */
  end(): void {
    this.#declared = 0;
    this.#onChange();
  }
}
