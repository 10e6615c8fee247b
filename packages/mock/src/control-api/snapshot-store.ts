import type { Mock, Snapshot } from '../mock/mock.ts';
import { HttpError } from '../platform/http/http-error.ts';

/**
 * How many snapshots there may be: a suite that takes one a test, and never deletes any, must not fill the memory. Each
 * holds tables of its own, 0.4 MB for 10,000 issues with comments. The panel's undo points hold more.
 */
const capacity = 40;

/** A snapshot that was taken over the control API. */
export interface StoredSnapshot {
  readonly id: string;
  readonly name: string | undefined;
  readonly snapshot: Snapshot;
}

/** The snapshots taken over the control API, by ids that come once; of too many, the one used longest ago goes. */
export class SnapshotStore {
  /** Used longest ago first. */
  readonly #kept = new Map<string, StoredSnapshot>();
  #taken = 0;

  add(snapshot: Snapshot, name?: string): StoredSnapshot {
    const stored = { id: `snapshot-${++this.#taken}`, name, snapshot };
    this.#kept.set(stored.id, stored);
    const [longestUnused] = this.#kept.keys();
    if (this.#kept.size > capacity && longestUnused !== undefined) this.#kept.delete(longestUnused);
    return stored;
  }

  /** Counts as a use. @throws HttpError when it is not here, or no more. */
  get(id: string): StoredSnapshot {
    const stored = this.#kept.get(id);
    if (!stored) throw new HttpError(404, `No ${id}: the ${capacity} used last are kept`);
    this.#kept.delete(id);
    this.#kept.set(id, stored);
    return stored;
  }

  /** @throws HttpError when it is not here. */
  delete(id: string): void {
    this.get(id);
    this.#kept.delete(id);
  }

  /** In the order they were taken. */
  all(): StoredSnapshot[] {
    return [...this.#kept.values()].sort((a, b) => numberOf(a) - numberOf(b));
  }
}

function numberOf({ id }: StoredSnapshot): number {
  return Number(id.slice('snapshot-'.length));
}

const stores = new WeakMap<Mock, SnapshotStore>();

/** Returns the snapshots of a mock, which all panels and servers of it share. */
export function snapshotStoreOf(mock: Mock): SnapshotStore {
  const store = stores.get(mock) ?? new SnapshotStore();
  stores.set(mock, store);
  return store;
}
