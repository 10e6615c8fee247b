import * as z from 'zod/mini';
import { object, text } from '../platform/input/schemas.ts';
import { byId } from './inputs.ts';
import { type JsonRoute, route } from './route.ts';
import { capacity } from './undo-points.ts';

const revision = z.int();

/** Routes for undoing changes. */
export const undoRoutes: readonly JsonRoute[] = [
  route(
    'GET',
    'revision',
    'A number that increases with each change of records, faults and settings',
    { output: z.object({ revision }) },
    ({ internals }) => ({ revision: internals.service.changes.revision }),
  ),
  route(
    'POST',
    'undo-points',
    `Save records, faults and settings before a change; the last ${capacity} are kept. Returns { id, revision }`,
    { input: object({}), output: z.object({ id: text, revision }) },
    ({ internals, mock, undoPoints }) => ({
      id: undoPoints.add(mock.snapshot()),
      revision: internals.service.changes.revision,
    }),
  ),
  route(
    'POST',
    'undo-points/{id}/restore',
    'Restore an undo point. The clock, the log and the rate limits stay. Returns the new { revision }',
    { params: byId, input: object({}), output: z.object({ revision }) },
    ({ internals, undoPoints }, { params }) => {
      internals.undo(undoPoints.get(params.id));
      return { revision: internals.service.changes.revision };
    },
  ),
];
