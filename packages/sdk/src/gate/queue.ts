import type { Waiting } from './waiting.ts';
import type { RateWindow } from './window.ts';

/**
 * The calls that wait at a gate, in the order in which they go: begun composite calls first, then by priority, writes before
 * reads, by ticket. A call that has left stays until it is the first one, because taking 20,000 out one by one takes long.
 */
export class Queue<T> implements Iterable<Waiting<T>> {
  readonly #entries: Waiting<T>[] = [];
  /** Calls that wait. */
  size = 0;
  /** Slots that they ask for, by the limit of their client. */
  readonly #slots = new Map<number, number>();

  /** The first call that waits. */
  get first(): Waiting<T> | undefined {
    const index = this.#entries.findIndex((entry) => !entry.isOver);
    if (index !== 0) this.#entries.splice(0, index === -1 ? this.#entries.length : index);
    return this.#entries[0];
  }

  /** When one of several requests of a composite call goes, the others follow it at once. */
  *[Symbol.iterator](): Generator<Waiting<T>, void> {
    for (let at = 0; at < this.#entries.length; at++) {
      const entry = this.#entries[at];
      if (!entry || entry.isOver) continue;
      yield entry;
      const { ticket } = entry.call;
      if (entry.isAdmitted || !ticket.isAdmitted) continue;
      let end = at;
      while (this.#entries[end]?.call.ticket === ticket) end++;
      for (const other of this.#entries.splice(at, end - at)) this.#insert(other);
      at = -1;
    }
  }

  /**
   * Adds a call behind all that it doesn't go before. Returns how many slots must be free before it can go. Only calls with
   * the same limit count: those with a lower one may be overtaken, and those with a higher one may go before a slot is free.
   */
  add(entry: Waiting<T>, window: RateWindow): number {
    const { ticket } = entry.call;
    const { limit } = entry.limits;
    const own = ticket.slotsFor(limit, window);
    const index = this.#insert(entry);
    // The requests of a composite call take their slots together.
    entry.slots = !entry.isAdmitted && this.#entries[index - 1]?.call.ticket === ticket ? 0 : own;
    this.size++;
    const all = this.#count(entry, entry.slots);
    if (own === 0) return 0;
    if (index === this.#entries.length - 1) return all;
    let ahead = 0;
    for (let at = 0; at <= index; at++) {
      const other = this.#entries[at];
      if (other?.isOver === false && other.limits.limit === limit) ahead += other.slots;
    }
    return ahead;
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
    this.#entries.length = 0;
    this.#slots.clear();
  }

  /** Returns the index of the call. */
  #insert(entry: Waiting<T>): number {
    entry.isAdmitted = entry.call.ticket.isAdmitted;
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#entries[middle];
      if (other && goesBefore(entry, other)) high = middle;
      else low = middle + 1;
    }
    this.#entries.splice(low, 0, entry);
    return low;
  }
}

type Place = Pick<Waiting<unknown>, 'call' | 'isAdmitted'>;

function goesBefore({ call, isAdmitted }: Place, { call: other, isAdmitted: isOtherAdmitted }: Place): boolean {
  const byBegun = Number(isOtherAdmitted) - Number(isAdmitted);
  const byKind = Number(other.ticket.isWrite) - Number(call.ticket.isWrite);
  const byPriority = other.settings.priority - call.settings.priority;
  return (byBegun || byPriority || byKind || call.ticket.number - other.ticket.number) < 0;
}
