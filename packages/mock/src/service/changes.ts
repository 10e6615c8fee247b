import { unfaked } from '../platform/clock/unfaked.ts';

/** The part of a mock that has changed. `all`: it went back to a snapshot or its beginning. */
export type Changed =
  | 'records'
  | 'faults'
  | 'stubs'
  | 'clock'
  | 'settings'
  | 'credentials'
  | 'snapshots'
  | 'requests'
  | 'all';

/** The least time between two rounds of news, in milliseconds of real time: a loop of a thousand writes is one change. */
const pause = 250;

// A panel follows the mock while a test holds the timers still.
const setTimer = unfaked('setTimeout');

/** Notifies subscribers of changes, at most 4 times a second. Without subscribers it costs nothing. */
export class Changes {
  readonly #listeners = new Set<(changed: Changed) => void>();
  readonly #pending = new Set<Changed>();
  readonly #watch: () => () => void;
  #unwatch: (() => void) | undefined;
  #timer: unknown;
  #toldAt = Number.NEGATIVE_INFINITY;
  /** How many changes there were of what an undo can take back. */
  revision = 0;

  /** `watch` subscribes to changes that don't pass through here, and returns a function that unsubscribes. Called lazily. */
  constructor(watch: () => () => void) {
    this.#watch = watch;
  }

  /** Tells of a change that an undo can take back, and counts it. */
  record(changed: 'records' | 'faults' | 'stubs' | 'settings'): void {
    this.revision++;
    this.tell(changed);
  }

  /** Counts all that a function changes as one change. */
  asOne(run: () => void): void {
    const { revision } = this;
    run();
    this.revision = revision + 1;
  }

  tell(changed: Changed): void {
    if (this.#listeners.size === 0) return;
    this.#pending.add(changed);
    this.#timer ??= setTimer(() => this.#flush(), Math.max(0, this.#toldAt + pause - performance.now()));
  }

  /** Calls back for each part that changed; returns how to stop. */
  subscribe(listener: (changed: Changed) => void): () => void {
    this.#unwatch ??= this.#watch();
    // One of its own, so that the same function may listen twice.
    const own = (changed: Changed) => listener(changed);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
      if (this.#listeners.size > 0) return;
      this.#unwatch?.();
      this.#unwatch = undefined;
    };
  }

  #flush(): void {
    this.#timer = undefined;
    this.#toldAt = performance.now();
    const told: Changed[] = this.#pending.has('all') ? ['all'] : [...this.#pending];
    this.#pending.clear();
    for (const changed of told) for (const listener of this.#listeners) listener(changed);
  }
}
