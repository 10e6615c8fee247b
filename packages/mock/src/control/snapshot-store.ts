import type * as z from 'zod/mini';
import type { Snapshot } from '../mock/mock.ts';
import type { savedSnapshot } from './results.ts';

/**
 * Maximum snapshots: a suite that saves one per test, and never deletes any, must not fill the memory. Each takes 0.4 MB for
 * 10,000 issues with comments.
 */
const capacity = 40;

/** A saved snapshot, without its state. */
type SavedSnapshot = z.output<typeof savedSnapshot>;

/** The snapshots that other processes have saved. Ids are never reused. Above the capacity, the least recently used one is dropped. */
export class SnapshotStore {
  /** Least recently used first. */
  readonly #kept = new Map<string, { readonly saved: SavedSnapshot; readonly snapshot: Snapshot }>();
  #taken = 0;

  add(snapshot: Snapshot, name: string | undefined): SavedSnapshot {
    const saved = { id: `snapshot-${++this.#taken}`, name: name ?? null, now: new Date(snapshot.now).toISOString() };
    this.#kept.set(saved.id, { saved, snapshot });
    const [longestUnused] = this.#kept.keys();
    if (this.#kept.size > capacity && longestUnused !== undefined) this.#kept.delete(longestUnused);
    return saved;
  }

  /** Returns a snapshot and marks it as used. @throws TypeError for an unknown id. */
  get(id: string): Snapshot {
    const kept = this.#kept.get(id);
    if (!kept) throw new TypeError(`There is no snapshot "${id}": only the ${capacity} used last are kept.`);
    this.#kept.delete(id);
    this.#kept.set(id, kept);
    return kept.snapshot;
  }

  /** @throws TypeError for an unknown id. */
  delete(id: string): void {
    this.get(id);
    this.#kept.delete(id);
  }

  /** Returns all snapshots, oldest first. */
  all(): SavedSnapshot[] {
    return [...this.#kept.values()].map(({ saved }) => saved).sort((a, b) => numberOf(a) - numberOf(b));
  }
}

function numberOf({ id }: SavedSnapshot): number {
  return Number(id.slice('snapshot-'.length));
}
