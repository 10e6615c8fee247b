import * as z from 'zod/mini';
import { name, object, text } from '../platform/input/schemas.ts';
import { byId } from './inputs.ts';
import { id, nothing } from './outputs.ts';
import { type JsonRoute, route } from './route.ts';

const savedSnapshot = z.object({ id: text, name: z.nullable(text), now: text });

/** A saved snapshot. */
export type SavedSnapshot = z.infer<typeof savedSnapshot>;

/** Routes that save and restore snapshots. */
export const snapshotRoutes: readonly JsonRoute[] = [
  route('POST', 'reset', 'Restore the initial state', { input: object({}), output: nothing }, ({ mock }) => {
    mock.reset();
    return {};
  }),
  route(
    'POST',
    'snapshot',
    'Save a snapshot of the whole state; { name } is optional',
    { input: object({ name: z.optional(name) }), output: id },
    ({ internals, mock, snapshots }, { body }) => {
      const taken = snapshots.add(mock.snapshot(), body.name);
      internals.service.changes.notify('snapshots');
      return { id: taken.id };
    },
  ),
  route(
    'POST',
    'restore',
    'Restore the snapshot { id }',
    { input: byId, output: nothing },
    ({ mock, snapshots }, { body }) => {
      mock.restore(snapshots.get(body.id).snapshot);
      return {};
    },
  ),
  route(
    'GET',
    'snapshots',
    'The snapshots saved here, oldest first, each with the clock’s time; only the 40 used last are kept',
    { output: z.array(savedSnapshot) },
    ({ snapshots }) =>
      snapshots.all().map(({ id: snapshotId, name = null, snapshot: { now } }) => ({
        id: snapshotId,
        name,
        now: new Date(now).toISOString(),
      })),
  ),
  route(
    'DELETE',
    'snapshots/{id}',
    'Delete a snapshot',
    { params: byId, output: nothing },
    ({ internals, snapshots }, { params }) => {
      snapshots.delete(params.id);
      internals.service.changes.notify('snapshots');
      return {};
    },
  ),
];
