import type { Mock, Snapshot } from '../mock/mock.ts';
import { HttpError } from '../platform/http/http-error.ts';

/**
 * How many snapshots there may be: a suite that takes one a test, and never deletes any, must not fill the memory. Each
 * holds tables of its own, 0.4 MB for 10,000 issues with comments. The panel's undo points hold more.
 */
const capacity = 40;

/** A snapshot that was taken over the control API. */
export interface ShelvedSnapshot {
  readonly id: string;
  readonly name: string | undefined;
  readonly snapshot: Snapshot;
}

/** The snapshots taken over the control API, by ids that come once; of too many, the one used longest ago goes. */
export class SnapshotShelf {
  /** Used longest ago first. */
  readonly #kept = new Map<string, ShelvedSnapshot>();
  #taken = 0;

  add(snapshot: Snapshot, name?: string): ShelvedSnapshot {
    const shelved = { id: `snapshot-${++this.#taken}`, name, snapshot };
    this.#kept.set(shelved.id, shelved);
    const [longestUnused] = this.#kept.keys();
    if (this.#kept.size > capacity && longestUnused !== undefined) this.#kept.delete(longestUnused);
    return shelved;
  }

  /** Counts as a use. @throws HttpError when it is not here, or no more. */
  get(id: string): ShelvedSnapshot {
    const shelved = this.#kept.get(id);
    if (!shelved) throw new HttpError(404, `No ${id}: the ${capacity} used last are kept`);
    this.#kept.delete(id);
    this.#kept.set(id, shelved);
    return shelved;
  }

  /** @throws HttpError when it is not here. */
  delete(id: string): void {
    this.get(id);
    this.#kept.delete(id);
  }

  /** In the order they were taken. */
  all(): ShelvedSnapshot[] {
    return [...this.#kept.values()].sort((a, b) => numberOf(a) - numberOf(b));
  }
}

function numberOf({ id }: ShelvedSnapshot): number {
  return Number(id.slice('snapshot-'.length));
}

const shelves = new WeakMap<Mock, SnapshotShelf>();

/** Returns the shelf of a mock, which all panels and servers of it share. */
export function shelfOf(mock: Mock): SnapshotShelf {
  const shelf = shelves.get(mock) ?? new SnapshotShelf();
  shelves.set(mock, shelf);
  return shelf;
}
