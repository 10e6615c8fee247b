import { unfaked } from '../platform/clock/unfaked.ts';

/** The part of a mock that has changed. `all`: it went back to a snapshot or its beginning. */
export type ChangeTopic =
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
  readonly #listeners = new Set<(changed: ChangeTopic) => void>();
  readonly #pending = new Set<ChangeTopic>();
  readonly #watch: () => () => void;
  #unwatch: (() => void) | undefined;
  #timer: unknown;
  #notifiedAt = Number.NEGATIVE_INFINITY;
  /** How many changes there were of what an undo can take back. */
  revision = 0;

  /** `watch` subscribes to changes that don't pass through here, and returns a function that unsubscribes. Called lazily. */
  constructor(watch: () => () => void) {
    this.#watch = watch;
  }

  /** Tells of a change that an undo can take back, and counts it. */
  record(changed: 'records' | 'faults' | 'stubs' | 'settings'): void {
    this.revision++;
    this.notify(changed);
  }

  /** Counts all that a function changes as one change. */
  asOne(run: () => void): void {
    const { revision } = this;
    run();
    this.revision = revision + 1;
  }

  notify(changed: ChangeTopic): void {
    if (this.#listeners.size === 0) return;
    this.#pending.add(changed);
    this.#timer ??= setTimer(() => this.#flush(), Math.max(0, this.#notifiedAt + pause - performance.now()));
  }

  /** Calls back for each part that changed; returns how to stop. */
  subscribe(listener: (changed: ChangeTopic) => void): () => void {
    this.#unwatch ??= this.#watch();
    // One of its own, so that the same function may listen twice.
    const own = (changed: ChangeTopic) => listener(changed);
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
    this.#notifiedAt = performance.now();
    const topics: ChangeTopic[] = this.#pending.has('all') ? ['all'] : [...this.#pending];
    this.#pending.clear();
    for (const topic of topics) for (const listener of this.#listeners) listener(topic);
  }
}
