import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@issue-tracking/sdk';

interface Sleeper {
  readonly at: number;
  readonly order: number;
  wake(): void;
}

/** Turns of the event loop without use of the clock, after which all code counts as waiting for it. */
const quietTurns = 2;
/** Turns without a sleeper after which nothing will ever happen. */
const hopelessTurns = 2_000;

/** Time that passes only when everyone waits for it, and then at once. */
export class SimulatedClock implements Clock {
  #now: number;
  #order = 0;
  /** Times it was asked: while this grows, code is still running. */
  #activity = 0;
  #sleepers: Sleeper[] = [];

  constructor(now = Date.parse('2026-04-01T09:00:00.000Z')) {
    this.#now = now;
  }

  /** How many wait for a time. */
  get sleepers(): number {
    return this.#sleepers.length;
  }

  now(): number {
    this.#activity++;
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.#activity++;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const sleeper: Sleeper = {
        at: this.#now + Math.max(0, ms),
        order: this.#order++,
        wake: () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        },
      };
      const abort = () => {
        this.#activity++;
        this.#sleepers.splice(this.#sleepers.indexOf(sleeper), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#insert(sleeper);
    });
  }

  /** Lets time pass until the promise has settled, and returns its result. */
  async run<T>(promise: Promise<T>): Promise<T> {
    let settled = false;
    const done = () => {
      settled = true;
    };
    promise.then(done, done);
    let hopeless = 0;
    for (;;) {
      await this.#quiet();
      if (settled) return promise;
      const next = this.#sleepers.shift();
      if (next) {
        hopeless = 0;
        this.#now = Math.max(this.#now, next.at);
        next.wake();
      } else if (++hopeless > hopelessTurns) {
        throw new Error('A call waits, and not for the clock: it would never settle');
      }
    }
  }

  /** Lets `ms` milliseconds pass. */
  pass(ms: number): Promise<void> {
    return this.run(this.sleep(ms));
  }

  async #quiet(): Promise<void> {
    for (let quiet = 0, seen = this.#activity; quiet < quietTurns; quiet++) {
      await nextTurn();
      if (seen === this.#activity) continue;
      seen = this.#activity;
      quiet = -1;
    }
  }

  /** Kept in the order in which they wake; mostly the new one goes near the end. */
  #insert(sleeper: Sleeper): void {
    let at = this.#sleepers.length;
    while (at > 0 && (this.#sleepers[at - 1]?.at ?? 0) > sleeper.at) at--;
    this.#sleepers.splice(at, 0, sleeper);
  }
}
