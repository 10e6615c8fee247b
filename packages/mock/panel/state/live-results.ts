import { type Signal, signal } from '@preact/signals';
import { effectsOf } from '../../src/control/effects.ts';
import type { ChangeTopic } from '../../src/control/types.ts';

/** A method of the mock, with its input. */
export type Call = readonly [method: string, input?: unknown];

/** Results that nothing shows are kept up to this number: each search has its own. */
const mostUnwatched = 40;

interface Live {
  readonly call: Call;
  readonly result: Signal<unknown>;
  isWatched: boolean;
  isCalling: boolean;
  /** Whether something that it reads has changed since the last call. */
  isStale: boolean;
}

/** The last results of calls. Those that parts of the panel show are called again when what they read changes. */
export class LiveResults {
  readonly #all = new Map<string, Live>();
  readonly #call: (...call: Call) => Promise<unknown>;
  readonly #fail: (error: unknown) => void;

  constructor(call: (...call: Call) => Promise<unknown>, fail: (error: unknown) => void) {
    this.#call = call;
    this.#fail = fail;
  }

  /** Returns the last result of a call: a component that reads the signal watches it. */
  of(call: Call): Signal<unknown> {
    const key = JSON.stringify(call);
    const known = this.#all.get(key);
    if (known) return known.result;
    const live: Live = {
      call,
      result: signal<unknown>(undefined, {
        watched: () => {
          live.isWatched = true;
          void this.#update(live);
        },
        unwatched: () => {
          live.isWatched = false;
          // The last is the newest.
          this.#all.delete(key);
          this.#all.set(key, live);
          const unwatched = [...this.#all].filter(([, each]) => !each.isWatched);
          for (const [oldest] of unwatched.slice(0, -mostUnwatched)) this.#all.delete(oldest);
        },
      }),
      isWatched: false,
      isCalling: false,
      isStale: false,
    };
    this.#all.set(key, live);
    return live.result;
  }

  changed(topic: ChangeTopic): void {
    for (const live of this.#all.values())
      if (live.isWatched && (topic === 'all' || effectsOf(live.call[0]).reads.includes(topic))) void this.#update(live);
  }

  clear(): void {
    for (const { result } of this.#all.values()) result.value = undefined;
  }

  async #update(live: Live): Promise<void> {
    // A change during a call causes one more call.
    live.isStale = true;
    if (live.isCalling) return;
    live.isCalling = true;
    while (live.isStale && live.isWatched) {
      live.isStale = false;
      try {
        live.result.value = await this.#call(...live.call);
      } catch (error) {
        // After the log was emptied or replaced, nobody looks at this request any more: its error is not shown.
        if (live.isWatched) this.#fail(error);
      }
    }
    live.isCalling = false;
  }
}
