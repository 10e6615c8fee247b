import { type ReadonlySignal, signal } from '@preact/signals';

/** Something that was done in the panel, and how to take back just that. */
export interface Done {
  readonly label: string;
  /** What else goes with it, where it can't be taken back by itself. */
  readonly warning?: string;
  /** @throws Error where others have changed the same since. */
  undo(): Promise<unknown>;
  /** @throws Error as `undo`. */
  redo(): Promise<unknown>;
}

/** As many as the mock keeps. */
const longest = 50;

/** What was done in a panel, and what of that is undone. */
export class History {
  readonly #done = signal<readonly Done[]>([]);
  readonly #undone = signal<readonly Done[]>([]);

  /** The last first to be undone. */
  get done(): ReadonlySignal<readonly Done[]> {
    return this.#done;
  }

  /** The last first to be done again. */
  get undone(): ReadonlySignal<readonly Done[]> {
    return this.#undone;
  }

  add(done: Done): void {
    this.#done.value = [...this.#done.value, done].slice(-longest);
    this.#undone.value = [];
  }

  /** Forgets all of it. */
  clear(): void {
    this.#done.value = [];
    this.#undone.value = [];
  }

  /** Takes back what was done last. @returns that. @throws Error where it can't be; it is tried once. */
  async undo(): Promise<Done | undefined> {
    const last = this.#done.value.at(-1);
    if (!last) return undefined;
    this.#done.value = this.#done.value.slice(0, -1);
    await last.undo();
    this.#undone.value = [...this.#undone.value, last];
    return last;
  }

  /** Does again what was undone last. @returns that. @throws Error where it can't be; it is tried once. */
  async redo(): Promise<Done | undefined> {
    const last = this.#undone.value.at(-1);
    if (!last) return undefined;
    this.#undone.value = this.#undone.value.slice(0, -1);
    await last.redo();
    this.#done.value = [...this.#done.value, last];
    return last;
  }
}
