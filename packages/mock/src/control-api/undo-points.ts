import type { Mock, Snapshot } from '../mock/mock.ts';
import { HttpError } from '../platform/http/http-error.ts';

/** Maximum undo points of a mock. */
export const capacity = 20;

/** The last points to undo to. Snapshots that users take are apart, so that no change in a panel pushes them out. */
export class UndoPoints {
  readonly #kept = new Map<string, Snapshot>();

  /** Returns an id that no other mock gives: a panel may outlive its server. */
  add(snapshot: Snapshot): string {
    const id = `undo-${Math.random().toString(36).slice(2)}`;
    this.#kept.set(id, snapshot);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > capacity && oldest !== undefined) this.#kept.delete(oldest);
    return id;
  }

  /** @throws HttpError when it isn't kept. */
  get(id: string): Snapshot {
    const snapshot = this.#kept.get(id);
    if (!snapshot) throw new HttpError(404, `No ${id}: the last ${capacity} are kept`);
    return snapshot;
  }
}

const pointsByMock = new WeakMap<Mock, UndoPoints>();

/** Returns the undo points of a mock, which all panels and servers of it share. */
export function undoPointsOf(mock: Mock): UndoPoints {
  const points = pointsByMock.get(mock) ?? new UndoPoints();
  pointsByMock.set(mock, points);
  return points;
}
