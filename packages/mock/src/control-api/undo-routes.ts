import * as z from 'zod/mini';
import { object, text } from '../platform/input/schemas.ts';
import { byId } from './inputs.ts';
import { type JsonRoute, route } from './route.ts';
import { capacity } from './undo-points.ts';

const revision = z.int();

/** Going back to the moment before a change. */
export const undoRoutes: readonly JsonRoute[] = [
  route(
    'GET',
    'revision',
    'A number that grows with each change of records, faults, stubs and settings, from the panel or elsewhere',
    { output: z.object({ revision }) },
    ({ internals }) => ({ revision: internals.service.changes.revision }),
  ),
  route(
    'POST',
    'undo-points',
    `Keep the records, faults, stubs and settings of now, to undo what changes them; the last ${capacity} are kept. Responds with { id, revision }`,
    { input: object({}), output: z.object({ id: text, revision }) },
    ({ internals, mock, undoPoints }) => ({
      id: undoPoints.add(mock.snapshot()),
      revision: internals.service.changes.revision,
    }),
  ),
  route(
    'POST',
    'undo-points/{id}/restore',
    'Go back to an undo point. The clock, the log and the limits stay. Responds with the new { revision }',
    { params: byId, input: object({}), output: z.object({ revision }) },
    ({ internals, undoPoints }, { params }) => {
      internals.undo(undoPoints.get(params.id));
      return { revision: internals.service.changes.revision };
    },
  ),
];
