import type { Waiting } from './waiting.ts';
import type { RateWindow } from './window.ts';

/** The calls that wait at a gate, in the order in which they go: first those of begun composite calls, then all others. */
export class Queue<T> implements Iterable<Waiting<T>> {
  readonly #begun = new Line<T>();
  readonly #others = new Line<T>();
  /** Calls that wait. */
  size = 0;
  /** Slots that they ask for, by the limit of their client. */
  readonly #slots = new Map<number, number>();

  /** The first call that waits. */
  get first(): Waiting<T> | undefined {
    return this.#begun.first ?? this.#others.first;
  }

  /** When one of several requests of a composite call goes, the others follow it at once. */
  *[Symbol.iterator](): Generator<Waiting<T>, void> {
    yield* this.#begun;
    for (const entry of this.#others) {
      yield entry;
      if (entry.call.ticket.isAdmitted) yield* this.#admit(entry);
    }
  }

  /**
   * Adds a call behind all that it doesn't go before. Returns how many slots must be free before it can go. Only calls with
   * the same limit count: those with a lower one may be overtaken, and those with a higher one may go before a slot is free.
   */
  add(entry: Waiting<T>, window: RateWindow): number {
    const { ticket } = entry.call;
    const { limit } = entry.limits;
    const line = ticket.isAdmitted ? this.#begun : this.#others;
    const index = line.insert(entry);
    const own = ticket.slotsFor(limit, window);
    // The requests of a composite call take their slots together.
    entry.slots = line === this.#others && line.at(index - 1)?.call.ticket === ticket ? 0 : own;
    this.size++;
    const all = this.#count(entry, entry.slots);
    if (own === 0) return 0;
    if (line === this.#begun) return line.slots(limit, index);
    return index === line.last ? all : this.#begun.slots(limit) + line.slots(limit, index);
  }

  /** A call no longer waits. */
  left(entry: Waiting<T>): void {
    this.size--;
    this.#count(entry, -entry.slots);
  }

  #count({ limits: { limit } }: Waiting<T>, slots: number): number {
    const all = (this.#slots.get(limit) ?? 0) + slots;
    this.#slots.set(limit, all);
    return all;
  }

  /** Returns each call with the number of slots that must be free before it can go: 0 if it has its slot. */
  *withSlots(window: RateWindow): Generator<readonly [Waiting<T>, number], void> {
    const all = new Map<number, number>();
    for (const entry of this) {
      const { limit } = entry.limits;
      const slots = (all.get(limit) ?? 0) + entry.slots;
      all.set(limit, slots);
      yield [entry, entry.call.ticket.slotsFor(limit, window) > 0 ? slots : 0];
    }
  }

  clear(): void {
    this.#begun.clear();
    this.#others.clear();
    this.#slots.clear();
  }

  /** Moves the requests of a composite call of which one has just gone. */
  #admit(gone: Waiting<T>): readonly Waiting<T>[] {
    const rest = this.#others.withTicketOf(gone);
    for (const entry of rest) this.#begun.insert(entry);
    return rest;
  }
}

/**
 * Calls by priority, writes before reads, by ticket. A call that has left stays until it is the first one, because taking
 * 20,000 out one by one takes long.
 */
class Line<T> implements Iterable<Waiting<T>> {
  readonly #entries: Waiting<T>[] = [];

  get last(): number {
    return this.#entries.length - 1;
  }

  /** The first call that is still here. */
  get first(): Waiting<T> | undefined {
    const index = this.#entries.findIndex((entry) => this.#has(entry));
    if (index !== 0) this.#entries.splice(0, index === -1 ? this.#entries.length : index);
    return this.#entries[0];
  }

  at(index: number): Waiting<T> | undefined {
    return this.#entries[index];
  }

  *[Symbol.iterator](): Generator<Waiting<T>, void> {
    for (const entry of this.#entries) if (this.#has(entry)) yield entry;
  }

  /** Returns the index of the call. */
  insert(entry: Waiting<T>): number {
    const index = this.#indexFor(entry);
    this.#entries.splice(index, 0, entry);
    entry.line = this;
    return index;
  }

  /** Returns the calls with the same ticket that are still here. They stand together. */
  withTicketOf(entry: Waiting<T>): readonly Waiting<T>[] {
    const end = this.#indexFor(entry);
    let start = end;
    while (this.at(start - 1)?.call.ticket === entry.call.ticket) start--;
    return this.#entries.slice(start, end).filter((other) => this.#has(other));
  }

  /** Returns the slots that calls under a limit ask for, up to an index. */
  slots(limit: number, upTo: number = this.last): number {
    let slots = 0;
    for (let at = 0; at <= upTo; at++) {
      const entry = this.#entries[at];
      if (entry && this.#has(entry) && entry.limits.limit === limit) slots += entry.slots;
    }
    return slots;
  }

  clear(): void {
    this.#entries.length = 0;
  }

  #indexFor(entry: Waiting<T>): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#entries[middle];
      if (other && goesBefore(entry, other)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #has(entry: Waiting<T>): boolean {
    return !entry.isOver && entry.line === this;
  }
}

function goesBefore(
  { call }: Pick<Waiting<unknown>, 'call'>,
  { call: other }: Pick<Waiting<unknown>, 'call'>,
): boolean {
  const byKind = Number(other.ticket.isWrite) - Number(call.ticket.isWrite);
  return (other.settings.priority - call.settings.priority || byKind || call.ticket.number - other.ticket.number) < 0;
}
