import { type Signal, signal } from '@preact/signals';
import type { Entry } from '../transport/answers.ts';
import type { Subject } from '../transport/transport.ts';

/** As many as the mock keeps, unless it was told otherwise. */
const capacity = 1000;

/** How long entries are collected before they are shown, in milliseconds: a burst is one change of the page. */
const batchTime = 60;

/** Where the requests come from, and where to say that they don't. */
export interface RequestSource {
  ask<Body>(method: string, path: string): Promise<Body>;
  onChange(listener: (what: Subject) => void): () => void;
  fail(error: unknown): void;
}

/** The journal as the panel shows it, newest first. */
export class RequestList {
  readonly entries: Signal<readonly Entry[]> = signal([]);
  readonly loaded = signal(false);
  readonly #panel: RequestSource;
  readonly #unsubscribe: () => void;
  #waiting: Entry[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(panel: RequestSource) {
    this.#panel = panel;
    this.#unsubscribe = panel.onChange((what) => {
      // A request is told as an event of its own: only a journal that became shorter is read again.
      if (what === 'all' || what === 'requests') void this.load();
    });
  }

  async load(): Promise<void> {
    try {
      const entries = await this.#panel.ask<readonly Entry[]>('GET', 'requests');
      this.#waiting = [];
      this.entries.value = entries.map(identified).reverse();
      this.loaded.value = true;
    } catch (error) {
      this.#panel.fail(error);
    }
  }

  add(entry: unknown): void {
    // It comes from the mock's own stream of events.
    this.#waiting.push(identified(entry as Entry));
    this.#timer ??= setTimeout(() => this.#show(), batchTime);
  }

  stop(): void {
    this.#unsubscribe();
    clearTimeout(this.#timer);
  }

  #show(): void {
    this.#timer = undefined;
    const fresh = this.#waiting.reverse();
    this.#waiting = [];
    const ids = new Set(fresh.map(({ id }) => id));
    const others = this.entries.value.filter(({ id }) => !ids.has(id));
    this.entries.value = [...fresh, ...others].slice(0, capacity);
  }
}

function identified(entry: Entry): Entry {
  return entry.id === undefined ? { ...entry, id: String(entry.number) } : entry;
}
