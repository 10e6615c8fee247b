import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { capacity } from '../../src/control-api/undo-points.ts';

/** A change that was made in a panel. */
export interface UndoableChange {
  readonly label: string;
  /** The undo point from before the change. */
  readonly id: string;
  /** The mock's revision at that point. */
  readonly from: number;
  /** The mock's revision after the change. A higher one means later changes by others. */
  readonly to: number;
}

/** An undo that waits for confirmation, as it also undoes changes of others. */
export interface UndoConfirmation {
  readonly label: string;
  readonly laterChanges: number;
  resolve(isConfirmed: boolean): void;
}

type SendRequest = <Body>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Body>;

interface Revision {
  readonly revision: number;
}

/** The changes made in a panel. Undoing one restores the undo point before it. */
export class UndoHistory {
  readonly #request: SendRequest;
  #lastMade: Promise<unknown> = Promise.resolve();
  readonly #changes = signal<readonly UndoableChange[]>([]);
  /** The undo that waits to be confirmed. */
  readonly confirmation: Signal<UndoConfirmation | undefined> = signal(undefined);

  constructor(request: SendRequest) {
    this.#request = request;
  }

  /** The changes that can be undone, the last one first to be undone. */
  get changes(): ReadonlySignal<readonly UndoableChange[]> {
    return this.#changes;
  }

  /** Makes a change once earlier ones have ended: each has an undo point of its own. */
  make<Result>(label: string, run: () => Promise<Result>): Promise<Result> {
    const made = this.#lastMade.then(() => this.#make(label, run));
    this.#lastMade = made.catch(() => {});
    return made;
  }

  /** Records a change even if only part of it succeeds. */
  async #make<Result>(label: string, run: () => Promise<Result>): Promise<Result> {
    const { id, revision: from } = await this.#request<Revision & { id: string }>('POST', 'undo-points', {});
    try {
      return await run();
    } finally {
      const to = await this.#revision();
      if (to !== from) this.#changes.value = [...this.#changes.value, { label, id, from, to }].slice(-capacity);
    }
  }

  /** Forgets all changes: they were made to another mock. */
  clear(): void {
    this.#changes.value = [];
    this.confirmation.value?.resolve(false);
  }

  /** Undoes the last change. @returns it; nothing when there is none, or the user declines. */
  async undo(): Promise<UndoableChange | undefined> {
    const last = this.#changes.value.at(-1);
    if (!last || this.confirmation.value) return undefined;
    const laterChanges = (await this.#revision()) - last.to;
    if (laterChanges > 0 && !(await this.#confirm(last.label, laterChanges))) return undefined;
    const before = this.#changes.value.filter((change) => change !== last);
    this.#changes.value = before;
    const { revision } = await this.#request<Revision>('POST', `undo-points/${last.id}/restore`, {});
    // The state of `last.from` has a new revision.
    this.#changes.value = before.map((change) => ({
      ...change,
      from: change.from + revision - last.from,
      to: change.to + revision - last.from,
    }));
    return last;
  }

  async #revision(): Promise<number> {
    return (await this.#request<Revision>('GET', 'revision')).revision;
  }

  #confirm(label: string, laterChanges: number): Promise<boolean> {
    return new Promise((resolve) => {
      this.confirmation.value = {
        label,
        laterChanges,
        resolve: (isConfirmed) => {
          this.confirmation.value = undefined;
          resolve(isConfirmed);
        },
      };
    });
  }
}
