/** A pending sleep. */
interface Sleeper {
  at: number;
  /** Order of arrival, for sleepers with the same time. */
  readonly order: number;
  /** Index in the heap, so that an abort needs no search. */
  place: number;
  readonly wake: () => void;
}

/** The sleepers of one clock by wake time. A binary heap, because tests have thousands of sleepers. */
export class TimerQueue {
  readonly #heap: Sleeper[] = [];
  readonly #onChange: () => void;
  #arrivals = 0;

  /** `onChange` is called when the next wake time may have changed. */
  constructor(onChange: () => void = () => {}) {
    this.#onChange = onChange;
  }

  get size(): number {
    return this.#heap.length;
  }

  /** The next wake time; `Infinity` without sleepers. */
  get next(): number {
    return this.#heap[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  /** The wake times of all sleepers, unsorted. */
  *times(): Generator<number> {
    for (const { at } of this.#heap) yield at;
  }

  add(at: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#remove(sleeper);
        reject(signal?.reason);
        this.#onChange();
      };
      const wake = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const sleeper: Sleeper = { at, order: this.#arrivals++, place: this.#heap.length, wake };
      this.#heap.push(sleeper);
      this.#rise(sleeper);
      signal?.addEventListener('abort', abort, { once: true });
      this.#onChange();
    });
  }

  /** Wakes all sleepers that are due at `time`, the earliest first. */
  wake(time: number): void {
    for (let first = this.#heap[0]; first !== undefined && first.at <= time; first = this.#heap[0]) {
      this.#remove(first);
      first.wake();
    }
    this.#onChange();
  }

  /** Shifts all wake times, so that sleepers keep their remaining time when the clock jumps. */
  shift(ms: number): void {
    for (const sleeper of this.#heap) sleeper.at += ms;
    this.#onChange();
  }

  #remove(sleeper: Sleeper): void {
    const last = this.#heap.pop();
    if (last === undefined || last === sleeper) return;
    this.#put(last, sleeper.place);
    this.#rise(last);
    this.#sink(last);
  }

  #rise(sleeper: Sleeper): void {
    while (sleeper.place > 0) {
      const parent = this.#heap[(sleeper.place - 1) >> 1];
      if (parent === undefined || before(parent, sleeper)) return;
      this.#swap(parent, sleeper);
    }
  }

  #sink(sleeper: Sleeper): void {
    for (;;) {
      const left = this.#heap[2 * sleeper.place + 1];
      const right = this.#heap[2 * sleeper.place + 2];
      const child = left && right && before(right, left) ? right : left;
      if (child === undefined || before(sleeper, child)) return;
      this.#swap(sleeper, child);
    }
  }

  #swap(one: Sleeper, other: Sleeper): void {
    const place = one.place;
    this.#put(one, other.place);
    this.#put(other, place);
  }

  #put(sleeper: Sleeper, place: number): void {
    this.#heap[place] = sleeper;
    sleeper.place = place;
  }
}

function before(one: Sleeper, other: Sleeper): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
