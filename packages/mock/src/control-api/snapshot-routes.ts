import * as z from 'zod/mini';
import { name, object } from '../platform/input/schemas.ts';
import { byId } from './inputs.ts';
import { type JsonRoute, route } from './route.ts';

/** A saved snapshot. */
export interface SavedSnapshot {
  readonly id: string;
  readonly name: string | null;
  /** The clock's time. */
  readonly now: string;
}

/** Routes that save and restore snapshots. */
export const snapshotRoutes: readonly JsonRoute[] = [
  route('POST', 'reset', 'Restore the initial state', { input: object({}) }, ({ mock }) => {
    mock.reset();
    return {};
  }),
  route(
    'POST',
    'snapshot',
    'Save a snapshot of the whole state; { name } is optional',
    { input: object({ name: z.optional(name) }) },
    ({ internals, mock, snapshots }, { body }) => {
      const taken = snapshots.add(mock.snapshot(), body.name);
      internals.service.changes.notify('snapshots');
      return { id: taken.id };
    },
  ),
  route('POST', 'restore', 'Restore the snapshot { id }', { input: byId }, ({ mock, snapshots }, { body }) => {
    mock.restore(snapshots.get(body.id).snapshot);
    return {};
  }),
  route(
    'GET',
    'snapshots',
    'The snapshots saved here, oldest first, each with the clock’s time; only the 40 used last are kept',
    {},
    ({ snapshots }): readonly SavedSnapshot[] =>
      snapshots.all().map(({ id: snapshotId, name = null, snapshot: { now } }) => ({
        id: snapshotId,
        name,
        now: new Date(now).toISOString(),
      })),
  ),
  route('DELETE', 'snapshots/{id}', 'Delete a snapshot', { params: byId }, ({ internals, snapshots }, { params }) => {
    snapshots.delete(params.id);
    internals.service.changes.notify('snapshots');
    return {};
  }),
];
