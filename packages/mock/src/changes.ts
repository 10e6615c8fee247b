import { unfaked } from './platform/clock/unfaked.ts';

/** A part of a mock's state, of which methods and notices say that it is read or has changed. */
export type Part = 'records' | 'faults' | 'clock' | 'settings' | 'credentials' | 'requests' | 'snapshots' | 'changes';

/** The part that has changed; `all` after a restore or reset. */
export type ChangeTopic = Part | 'all';

/** The parts that a world file may have. */
const filed: readonly ChangeTopic[] = ['records', 'faults', 'settings', 'clock', 'all'];

/** Minimum time between notifications, in milliseconds of real time: a loop of a thousand writes is one change. */
const pause = 250;

// Panels must be notified while a test uses fake timers.
const setTimer = unfaked('setTimeout');

/** Notifies subscribers of changes, at most 4 times a second. Without subscribers it costs nothing. */
export class Changes {
  readonly #listeners = new Set<(changed: ChangeTopic) => void>();
  readonly #pending = new Set<ChangeTopic>();
  #timer: unknown;
  #notifiedAt = Number.NEGATIVE_INFINITY;

  /** Increases with each change of what a world file has of a state. */
  revision = 0;

  notify(changed: ChangeTopic): void {
    if (filed.includes(changed)) this.revision++;
    if (this.#listeners.size === 0) return;
    this.#pending.add(changed);
    this.#timer ??= setTimer(() => this.#flush(), Math.max(0, this.#notifiedAt + pause - performance.now()));
  }

  /** Calls back for each changed part. Returns a function that unsubscribes. */
  subscribe(listener: (changed: ChangeTopic) => void): () => void {
    // A new function, so that the same listener can subscribe twice.
    const own = (changed: ChangeTopic) => listener(changed);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  #flush(): void {
    this.#timer = undefined;
    this.#notifiedAt = performance.now();
    const topics: ChangeTopic[] = this.#pending.has('all') ? ['all'] : [...this.#pending];
    this.#pending.clear();
    for (const topic of topics) for (const listener of this.#listeners) listener(topic);
  }
}
