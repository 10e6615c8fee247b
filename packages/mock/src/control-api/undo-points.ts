import type { Mock, Snapshot } from '../mock/mock.ts';
import { HttpError } from '../platform/http/http-error.ts';

/** Maximum undo points of a mock. */
export const capacity = 20;

/** The last undo points. Kept apart from users' snapshots, so that changes in a panel never drop those. */
export class UndoPoints {
  readonly #kept = new Map<string, Snapshot>();

  /** Returns an id that is unique across mocks: a panel may outlive its server. */
  add(snapshot: Snapshot): string {
    const id = `undo-${Math.random().toString(36).slice(2)}`;
    this.#kept.set(id, snapshot);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > capacity && oldest !== undefined) this.#kept.delete(oldest);
    return id;
  }

  /** @throws HttpError 404 */
  get(id: string): Snapshot {
    const snapshot = this.#kept.get(id);
    if (!snapshot) throw new HttpError(404, `There is no undo point "${id}": only the last ${capacity} are kept`);
    return snapshot;
  }
}

const pointsByMock = new WeakMap<Mock, UndoPoints>();

/** Returns the undo points of a mock, shared by all its panels and servers. */
export function undoPointsOf(mock: Mock): UndoPoints {
  const points = pointsByMock.get(mock) ?? new UndoPoints();
  pointsByMock.set(mock, points);
  return points;
}
