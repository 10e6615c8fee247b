import * as z from 'zod/mini';
import { name, object, text } from '../platform/input/schemas.ts';
import { byId } from './inputs.ts';
import { id, nothing } from './outputs.ts';
import { type JsonRoute, route } from './route.ts';

const savedSnapshot = z.object({ id: text, name: z.nullable(text), now: text });

/** A moment to come back to. */
export type SavedSnapshot = z.infer<typeof savedSnapshot>;

/** Moments to come back to. */
export const snapshotRoutes: readonly JsonRoute[] = [
  route('POST', 'reset', 'Go back to the initial state', { input: object({}), output: nothing }, ({ mock }) => {
    mock.reset();
    return {};
  }),
  route(
    'POST',
    'snapshot',
    'Save everything; { name } is optional',
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
    'Go back to the snapshot { id }',
    { input: byId, output: nothing },
    ({ mock, snapshots }, { body }) => {
      mock.restore(snapshots.get(body.id).snapshot);
      return {};
    },
  ),
  route(
    'GET',
    'snapshots',
    'The snapshots taken here, oldest first, each with the time of the clock then: of more than 40, those used last',
    { output: z.array(savedSnapshot) },
    ({ snapshots }) =>
      snapshots.all().map(({ id: snapshotId, name: given = null, snapshot: { now } }) => ({
        id: snapshotId,
        name: given,
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
