import { type Signal, signal } from '@preact/signals';
import type { ChangeTopic } from '../../src/control-api/types.ts';
import type { LogEntry, Settings } from '../transport/responses.ts';

/** Time for which entries are collected before the page changes, in milliseconds. */
const batchTime = 60;

/** The part of the panel that the request list needs. */
export interface RequestSource {
  request<Body>(method: string, path: string): Promise<Body>;
  onChange(listener: (topic: ChangeTopic) => void): () => void;
  fail(error: unknown): void;
}

/** The request log, newest first. */
export class RequestList {
  readonly entries: Signal<readonly LogEntry[]> = signal([]);
  readonly loaded = signal(false);
  readonly #panel: RequestSource;
  readonly #unsubscribe: () => void;
  #pending: LogEntry[] = [];
  #sinceLoad: LogEntry[] = [];
  #loads = 0;
  /** The number of requests that the mock keeps. */
  #capacity = 1000;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(panel: RequestSource) {
    this.#panel = panel;
    this.#unsubscribe = panel.onChange((topic) => {
      // Each new request comes as an event of its own. These topics mean that the log was cleared or replaced.
      if (topic === 'all' || topic === 'requests') void this.load();
    });
  }

  async load(): Promise<void> {
    const load = ++this.#loads;
    // The response may lack requests that arrive while it is under way.
    this.#sinceLoad = [];
    try {
      const [logged, { requestLog }] = await Promise.all([
        this.#panel.request<readonly LogEntry[]>('GET', 'requests'),
        this.#panel.request<Settings>('GET', 'settings'),
      ]);
      if (load !== this.#loads) return;
      this.#capacity = requestLog.entries;
      this.entries.value = [];
      this.#merge([...logged.map(withId), ...this.#sinceLoad]);
      this.loaded.value = true;
    } catch (error) {
      this.#panel.fail(error);
    }
  }

  add(entry: unknown): void {
    // The cast is safe because events come from the mock's own stream.
    const added = withId(entry as LogEntry);
    this.#sinceLoad.push(added);
    this.#pending.push(added);
    this.#timer ??= setTimeout(() => this.#show(), batchTime);
  }

  stop(): void {
    this.#unsubscribe();
    clearTimeout(this.#timer);
  }

  #show(): void {
    this.#timer = undefined;
    const pending = this.#pending;
    this.#pending = [];
    this.#merge(pending);
    this.#sinceLoad = this.#sinceLoad.slice(-this.#capacity);
  }

  /** Adds entries above the others. The later one replaces an entry with the same id. */
  #merge(added: readonly LogEntry[]): void {
    const fresh = new Map(added.map((entry) => [entry.id, entry]));
    const others = this.entries.value.filter(({ id }) => !fresh.has(id));
    this.entries.value = [...[...fresh.values()].reverse(), ...others].slice(0, this.#capacity);
  }
}

function withId(entry: LogEntry): LogEntry {
  return entry.id === undefined ? { ...entry, id: String(entry.number) } : entry;
}
