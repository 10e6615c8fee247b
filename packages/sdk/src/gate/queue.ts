import type { Waiting } from './waiting.ts';
import type { RateWindow } from './window.ts';

/**
 * Waiting calls in the order in which they go: by priority, writes before reads, by ticket. A call that no longer waits
 * stays until it is the first one, because taking 20,000 out one by one takes long.
 */
export class Queue<T> implements Iterable<Waiting<T>> {
  readonly #entries: Waiting<T>[] = [];
  /** Calls that wait. */
  size = 0;
  /** Slots that they ask for, by the limit of their client. */
  readonly #slots = new Map<number, number>();

  /** The first call that waits. */
  get first(): Waiting<T> | undefined {
    const index = this.#entries.findIndex(({ isOver }) => !isOver);
    this.#entries.splice(0, index === -1 ? this.#entries.length : index);
    return this.#entries[0];
  }

  *[Symbol.iterator](): Generator<Waiting<T>, void> {
    for (const entry of this.#entries) if (!entry.isOver) yield entry;
  }

  /**
   * Adds a call behind all that it doesn't go before. Returns how many slots must be free before it can go. Only calls with
   * the same limit count: those with a lower one may be overtaken, and those with a higher one may go before a slot is free.
   */
  add(entry: Waiting<T>, window: RateWindow): number {
    const index = this.#indexFor(entry);
    const { ticket } = entry.call;
    const own = ticket.slotsFor(entry.limits.limit, window);
    // The requests of a composite call take their slots together.
    entry.slots = this.#entries[index - 1]?.call.ticket === ticket ? 0 : own;
    this.#entries.splice(index, 0, entry);
    this.size++;
    const all = this.#count(entry, entry.slots);
    if (own === 0) return 0;
    if (index === this.#entries.length - 1) return all;
    let slots = 0;
    for (let at = 0; at <= index; at++) slots += slotsOf(this.#entries[at], entry.limits.limit);
    return slots;
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
}

function slotsOf<T>(entry: Waiting<T> | undefined, limit: number): number {
  return !entry || entry.isOver || entry.limits.limit !== limit ? 0 : entry.slots;
}

function goesBefore(
  { call }: Pick<Waiting<unknown>, 'call'>,
  { call: other }: Pick<Waiting<unknown>, 'call'>,
): boolean {
  const byKind = Number(other.ticket.isWrite) - Number(call.ticket.isWrite);
  return (other.settings.priority - call.settings.priority || byKind || call.ticket.number - other.ticket.number) < 0;
}
