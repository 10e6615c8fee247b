import type { Mock } from '../mock/mock.ts';
import type { RecordedChange } from '../mock/recorded-change.ts';
import { HttpError } from '../platform/http/http-error.ts';

/** As many as somebody goes back step by step. */
const capacity = 50;

/** The last changes that can be undone. */
export class ChangeShelf {
  readonly #kept = new Map<string, { readonly change: RecordedChange; isDone: boolean }>();

  /** @returns its id, which no other mock has for another change. */
  add(change: RecordedChange): string {
    const id = `change-${Math.random().toString(36).slice(2)}`;
    this.#kept.set(id, { change, isDone: true });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > capacity && oldest !== undefined) this.#kept.delete(oldest);
    return id;
  }

  /** @throws HttpError when it is not here, when it is undone already, or when others have changed the same since. */
  undo(id: string): void {
    this.#turn(id, true, 'is undone already');
  }

  /** @throws HttpError when it is not here, when it is not undone, or when others have changed the same since. */
  redo(id: string): void {
    this.#turn(id, false, 'is not undone');
  }

  #turn(id: string, wasDone: boolean, otherwise: string): void {
    const kept = this.#kept.get(id);
    if (!kept) throw new HttpError(404, `There is no ${id}: the last ${capacity} changes are kept`);
    if (kept.isDone !== wasDone) throw new HttpError(409, `${id} ${otherwise}`);
    if (wasDone) kept.change.undo();
    else kept.change.redo();
    kept.isDone = !wasDone;
  }
}

const shelves = new WeakMap<Mock, ChangeShelf>();

/** The one of a mock, whoever serves or shows it. */
export function changeShelfOf(mock: Mock): ChangeShelf {
  const shelf = shelves.get(mock) ?? new ChangeShelf();
  shelves.set(mock, shelf);
  return shelf;
}
