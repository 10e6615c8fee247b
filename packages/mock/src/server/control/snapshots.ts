import * as z from 'zod/mini';
import { Refusal } from '../../core/refusal.ts';
import type { Snapshot } from '../../mock.ts';
import { post } from './route.ts';

/** A forgotten snapshot holds the records it was taken with: a suite that takes one a test must not fill the memory. */
const capacity = 100;

/** The last snapshots taken through the control API, by id. */
export class SnapshotShelf {
  readonly #snapshots = new Map<string, Snapshot>();
  #taken = 0;

  add(snapshot: Snapshot): string {
    const id = `snapshot-${++this.#taken}`;
    this.#snapshots.set(id, snapshot);
    this.#snapshots.delete(`snapshot-${this.#taken - capacity}`);
    return id;
  }

  get(id: string): Snapshot {
    const snapshot = this.#snapshots.get(id);
    if (!snapshot) throw new Refusal(404, `No snapshot ${id}: the last ${capacity} are kept`);
    return snapshot;
  }
}

/** Going back in time. */
export const snapshotRoutes = [
  post('reset', 'Go back to how the mock was started', z.strictObject({}), ({ mock, faults }) => {
    mock.reset();
    faults.clear();
    return {};
  }),
  post('snapshot', 'Take everything down; answers { id }', z.strictObject({}), ({ mock, snapshots }) => ({
    id: snapshots.add(mock.snapshot()),
  })),
  post(
    'restore',
    'Go back to the snapshot { id }',
    z.strictObject({ id: z.string('must be a string') }),
    ({ mock, snapshots }, { id }) => {
      mock.restore(snapshots.get(id));
      return {};
    },
  ),
];
