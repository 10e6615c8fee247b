import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { capacity } from '../../src/control-api/undo-points.ts';

/** A change that was made in a panel. */
export interface UndoableChange {
  readonly label: string;
  /** The undo point from before the change. */
  readonly id: string;
  /** The mock's revision at that point. */
  readonly from: number;
  /** The mock's revision after the change. A higher one means that others have changed something since. */
  readonly to: number;
}

/** An undo that also undoes changes of others, to be confirmed. */
export interface UndoQuestion {
  readonly label: string;
  readonly laterChanges: number;
  answer(isConfirmed: boolean): void;
}

type Ask = <Body>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Body>;

interface Revision {
  readonly revision: number;
}

/** The changes made in a panel. To undo one is to go back to the point before it. */
export class UndoHistory {
  readonly #ask: Ask;
  #lastMade: Promise<unknown> = Promise.resolve();
  readonly #done = signal<readonly UndoableChange[]>([]);
  /** The undo that waits to be confirmed. */
  readonly question: Signal<UndoQuestion | undefined> = signal(undefined);

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** The first to be undone is the last. */
  get done(): ReadonlySignal<readonly UndoableChange[]> {
    return this.#done;
  }

  /** Makes a change, after those that are still under way: each has an undo point of its own. */
  make<Result>(label: string, run: () => Promise<Result>): Promise<Result> {
    const made = this.#lastMade.then(() => this.#make(label, run));
    this.#lastMade = made.catch(() => {});
    return made;
  }

  /** Remembers a change even when only part of it succeeds. */
  async #make<Result>(label: string, run: () => Promise<Result>): Promise<Result> {
    const { id, revision: from } = await this.#ask<Revision & { id: string }>('POST', 'undo-points', {});
    try {
      return await run();
    } finally {
      const to = await this.#revision();
      if (to !== from) this.#done.value = [...this.#done.value, { label, id, from, to }].slice(-capacity);
    }
  }

  /** Forgets all changes: they were made to another mock. */
  clear(): void {
    this.#done.value = [];
    this.question.value?.answer(false);
  }

  /** Undoes the last change. @returns it; nothing when there is none, or the user declines. */
  async undo(): Promise<UndoableChange | undefined> {
    const last = this.#done.value.at(-1);
    if (!last || this.question.value) return undefined;
    const laterChanges = (await this.#revision()) - last.to;
    if (laterChanges > 0 && !(await this.#confirm(last.label, laterChanges))) return undefined;
    const before = this.#done.value.filter((change) => change !== last);
    this.#done.value = before;
    const { revision } = await this.#ask<Revision>('POST', `undo-points/${last.id}/restore`, {});
    // All is again as at `last.from`, under a new number.
    this.#done.value = before.map((change) => ({
      ...change,
      from: change.from + revision - last.from,
      to: change.to + revision - last.from,
    }));
    return last;
  }

  async #revision(): Promise<number> {
    return (await this.#ask<Revision>('GET', 'revision')).revision;
  }

  #confirm(label: string, laterChanges: number): Promise<boolean> {
    return new Promise((resolve) => {
      this.question.value = {
        label,
        laterChanges,
        answer: (isConfirmed) => {
          this.question.value = undefined;
          resolve(isConfirmed);
        },
      };
    });
  }
}
