import { effectsOf } from '../../src/control/effects.ts';
import type { ChangeTopic } from '../../src/control/types.ts';

/** Results of calls that nothing shows: each search has its own. */
const mostUnwatched = 40;

interface Watched {
  readonly method: string;
  readonly input: unknown;
  readonly watchers: Set<() => void>;
  result?: unknown;
  isCalling: boolean;
  /** Whether something that it reads has changed since the last call. */
  isStale: boolean;
}

/** The last results of calls, which are called again when what they read changes. The parts of a panel share them. */
export class LiveResults {
  readonly #all = new Map<string, Watched>();
  readonly #call: (method: string, input: unknown) => Promise<unknown>;
  readonly #fail: (error: unknown) => void;

  constructor(call: (method: string, input: unknown) => Promise<unknown>, fail: (error: unknown) => void) {
    this.#call = call;
    this.#fail = fail;
  }

  get(key: string): unknown {
    return this.#all.get(key)?.result;
  }

  /** Calls back with each new result. @returns a function that ends it. */
  watch(key: string, [method, input]: readonly [string, unknown?], watcher: () => void): () => void {
    const live = this.#all.get(key) ?? { method, input, watchers: new Set(), isCalling: false, isStale: true };
    // The last is the newest.
    this.#all.delete(key);
    this.#all.set(key, live);
    live.watchers.add(watcher);
    if (live.watchers.size === 1) void this.#update(live);
    return () => {
      live.watchers.delete(watcher);
      this.#forget();
    };
  }

  changed(topic: ChangeTopic): void {
    for (const live of this.#all.values())
      if (live.watchers.size > 0 && (topic === 'all' || effectsOf(live.method).reads.includes(topic)))
        void this.#update(live);
  }

  clear(): void {
    for (const live of this.#all.values()) delete live.result;
  }

  async #update(live: Watched): Promise<void> {
    // A change during a call causes one more call.
    live.isStale = true;
    if (live.isCalling) return;
    live.isCalling = true;
    while (live.isStale && live.watchers.size > 0) {
      live.isStale = false;
      try {
        live.result = await this.#call(live.method, live.input);
      } catch (error) {
        this.#fail(error);
      }
      for (const watcher of [...live.watchers]) watcher();
    }
    live.isCalling = false;
  }

  #forget(): void {
    const unwatched = [...this.#all].filter(([, { watchers }]) => watchers.size === 0);
    for (const [key] of unwatched.slice(0, -mostUnwatched)) this.#all.delete(key);
  }
}
