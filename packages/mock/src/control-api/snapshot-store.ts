import type { Mock, Snapshot } from '../mock/mock.ts';
import { HttpError } from '../platform/http/http-error.ts';

/**
 * Maximum snapshots: a suite that saves one per test, and never deletes any, must not fill the memory. Each takes 0.4 MB for
 * 10,000 issues with comments.
 */
const capacity = 40;

/** A snapshot that was saved over the control API. */
export interface StoredSnapshot {
  readonly id: string;
  readonly name: string | undefined;
  readonly snapshot: Snapshot;
}

/** The snapshots saved over the control API. Ids are never reused. Above the capacity, the least recently used one is dropped. */
export class SnapshotStore {
  /** Least recently used first. */
  readonly #kept = new Map<string, StoredSnapshot>();
  #taken = 0;

  add(snapshot: Snapshot, name?: string): StoredSnapshot {
    const stored = { id: `snapshot-${++this.#taken}`, name, snapshot };
    this.#kept.set(stored.id, stored);
    const [longestUnused] = this.#kept.keys();
    if (this.#kept.size > capacity && longestUnused !== undefined) this.#kept.delete(longestUnused);
    return stored;
  }

  /** Returns a snapshot and marks it as used. @throws HttpError 404 */
  get(id: string): StoredSnapshot {
    const stored = this.#kept.get(id);
    if (!stored) throw new HttpError(404, `There is no snapshot "${id}": only the ${capacity} used last are kept`);
    this.#kept.delete(id);
    this.#kept.set(id, stored);
    return stored;
  }

  /** @throws HttpError 404 */
  delete(id: string): void {
    this.get(id);
    this.#kept.delete(id);
  }

  /** Returns all snapshots, oldest first. */
  all(): StoredSnapshot[] {
    return [...this.#kept.values()].sort((a, b) => numberOf(a) - numberOf(b));
  }
}

function numberOf({ id }: StoredSnapshot): number {
  return Number(id.slice('snapshot-'.length));
}

const stores = new WeakMap<Mock, SnapshotStore>();

/** Returns the snapshots of a mock, shared by all its panels and servers. */
export function snapshotStoreOf(mock: Mock): SnapshotStore {
  const store = stores.get(mock) ?? new SnapshotStore();
  stores.set(mock, store);
  return store;
}
