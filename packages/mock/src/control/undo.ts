import { copyOfFaults, takeBackFaults } from '../faults/faults.ts';
import { applySettings, type Service } from '../state.ts';

/** Maximum changes that can be undone. Each keeps what it changed. */
const capacity = 40;

/** The changes of a mock that can be undone, shared by all its panels and servers. */
export class UndoableChanges {
  readonly #service: Service;
  /** Functions that take a change back, by its id, oldest first. */
  readonly #kept = new Map<string, () => void>();
  #made = 0;

  constructor(service: Service) {
    this.#service = service;
  }

  /**
   * Makes a change, and keeps how to take it back: what it did to records, faults and settings. Requests, clock and rate windows
   * go on meanwhile.
   *
   * @returns the result, and the id of the change; `null` if there is nothing to take back.
   */
  async make<Result>(change: () => Promise<Result>): Promise<{ result: Result; undo: string | null }> {
    const { state, store } = this.#service;
    const [records, faults, { settings }] = [store.snapshot(), copyOfFaults(state.faults), state];
    const result = await change();
    const changed = store.changesSince(records);
    const parts = [
      changed.length > 0 ? () => store.takeBack(changed) : undefined,
      takeBackFaults(this.#service, faults),
      state.settings === settings ? undefined : this.#settingsBack(settings),
    ].filter((part) => part !== undefined);
    if (parts.length === 0) return { result, undo: null };
    const id = `change-${++this.#made}`;
    this.#kept.set(id, () => {
      for (const part of parts) part();
    });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > capacity && oldest !== undefined) this.#kept.delete(oldest);
    return { result, undo: id };
  }

  /** Takes a change back, once. @throws TypeError if it is unknown, or was itself changed since. */
  undo(id: string): void {
    const takeBack = this.#kept.get(id);
    if (!takeBack)
      throw new TypeError(`There is no change "${id}" to undo: only the last ${capacity} are kept, each once.`);
    try {
      takeBack();
    } catch (error) {
      throw error instanceof TypeError ? new TypeError(`It can't be undone. ${error.message}`) : error;
    }
    this.#kept.delete(id);
  }

  #settingsBack(before: Service['state']['settings']): () => void {
    const { state, changes } = this.#service;
    const after = state.settings;
    return () => {
      if (state.settings !== after) throw new TypeError('The settings were changed again since.');
      state.settings = before;
      applySettings(this.#service);
      changes.notify('settings');
    };
  }
}
