import { type Signal, signal } from '@preact/signals';
import type { ChangeTopic } from '../../src/control-api/types.ts';
import type { Entry, Settings } from '../transport/answers.ts';

/** How long entries are collected before they are shown, in milliseconds: a burst is one change of the page. */
const batchTime = 60;

/** Where the requests come from, and where to say that they don't. */
export interface RequestSource {
  ask<Body>(method: string, path: string): Promise<Body>;
  onChange(listener: (what: ChangeTopic) => void): () => void;
  fail(error: unknown): void;
}

/** The journal as the panel shows it, newest first. */
export class RequestList {
  readonly entries: Signal<readonly Entry[]> = signal([]);
  readonly loaded = signal(false);
  readonly #panel: RequestSource;
  readonly #unsubscribe: () => void;
  #waiting: Entry[] = [];
  #sinceLoad: Entry[] = [];
  #loads = 0;
  /** The number of requests that the mock keeps. */
  #capacity = 1000;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(panel: RequestSource) {
    this.#panel = panel;
    this.#unsubscribe = panel.onChange((what) => {
      // A request is told as an event of its own: only a journal that became shorter is read again.
      if (what === 'all' || what === 'requests') void this.load();
    });
  }

  async load(): Promise<void> {
    const load = ++this.#loads;
    // The response may lack requests that arrive while it is under way.
    this.#sinceLoad = [];
    try {
      const [answered, { requestLog }] = await Promise.all([
        this.#panel.ask<readonly Entry[]>('GET', 'requests'),
        this.#panel.ask<Settings>('GET', 'settings'),
      ]);
      if (load !== this.#loads) return;
      this.#capacity = requestLog.entries;
      this.entries.value = [];
      this.#merge([...answered.map(identified), ...this.#sinceLoad]);
      this.loaded.value = true;
    } catch (error) {
      this.#panel.fail(error);
    }
  }

  add(entry: unknown): void {
    // It comes from the mock's own stream of events.
    const told = identified(entry as Entry);
    this.#sinceLoad.push(told);
    this.#waiting.push(told);
    this.#timer ??= setTimeout(() => this.#show(), batchTime);
  }

  stop(): void {
    this.#unsubscribe();
    clearTimeout(this.#timer);
  }

  #show(): void {
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#merge(waiting);
    this.#sinceLoad = this.#sinceLoad.slice(-this.#capacity);
  }

  /** Puts entries above those that are there; of one that came twice, the later is kept. */
  #merge(told: readonly Entry[]): void {
    const fresh = new Map(told.map((entry) => [entry.id, entry]));
    const others = this.entries.value.filter(({ id }) => !fresh.has(id));
    this.entries.value = [...[...fresh.values()].reverse(), ...others].slice(0, this.#capacity);
  }
}

function identified(entry: Entry): Entry {
  return entry.id === undefined ? { ...entry, id: String(entry.number) } : entry;
}
