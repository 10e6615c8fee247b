import * as z from 'zod/mini';
import { name, object, text } from '../platform/input/schemas.ts';
import { difference, differenceOf } from './difference.ts';
import { byId } from './inputs.ts';
import { id, nothing, state } from './outputs.ts';
import { type JsonRoute, route } from './route.ts';

const listed = z.array(z.object({ id: text, name: z.nullable(text), now: text }));

/** Moments to come back to. */
export const snapshotRoutes: readonly JsonRoute[] = [
  route('POST', 'reset', 'Go back to how the mock was started', { input: object({}), output: nothing }, ({ mock }) => {
    mock.reset();
    return {};
  }),
  route(
    'POST',
    'snapshot',
    'Take everything down; { name } is optional',
    { input: object({ name: z.optional(name) }), output: id },
    ({ core, mock, snapshots }, { body }) => {
      const taken = snapshots.add(mock.snapshot(), body.name);
      core.service.changes.tell('snapshots');
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
    'The snapshots taken here, oldest first, each with the time of the clock then: of more than 100, those used last',
    { output: listed },
    ({ snapshots }) =>
      snapshots.all().map(({ id: snapshotId, name: given = null, snapshot: { now } }) => ({
        id: snapshotId,
        name: given,
        now: new Date(now).toISOString(),
      })),
  ),
  route(
    'GET',
    'snapshots/{id}',
    'What GET state was then',
    { params: byId, output: state },
    ({ core, snapshots }, { params }) => core.stateAt(snapshots.get(params.id).snapshot),
  ),
  route(
    'GET',
    'snapshots/{id}/difference',
    'What has become of records, clock, faults and stubs since then: until now, or until the snapshot that with names',
    { params: byId, query: object({ with: z.optional(text) }), output: difference },
    ({ core, snapshots }, { params, query: { with: other = 'now' } }) => {
      const from = core.stateAt(snapshots.get(params.id).snapshot);
      return differenceOf(from, other === 'now' ? core.state() : core.stateAt(snapshots.get(other).snapshot));
    },
  ),
  route(
    'DELETE',
    'snapshots/{id}',
    'Forget a snapshot',
    { params: byId, output: nothing },
    ({ core, snapshots }, { params }) => {
      snapshots.delete(params.id);
      core.service.changes.tell('snapshots');
      return {};
    },
  ),
];
