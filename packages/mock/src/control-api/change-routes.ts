import * as z from 'zod/mini';
import { object, text } from '../platform/input/schemas.ts';
import { byId } from './inputs.ts';
import { nothing } from './outputs.ts';
import { type JsonRoute, route } from './route.ts';

const undoable = ['faults', 'stubs', 'settings', 'records', 'credentials', 'dashboard', 'requests'];
const pathMust = `must be a route that changes one thing: one below ${undoable.join(', ')}, such as faults/fault-1`;
// A request sent again does what a client does, whom nobody undoes.
const isUndoable = new RegExp(`^(?:${undoable.join('|')})(?:/(?!.*replay$)|$)`);

const asked = object({
  method: z.enum(['POST', 'PATCH', 'DELETE'], 'must be POST, PATCH or DELETE'),
  path: text.check(z.regex(isUndoable, pathMust)),
  body: z.optional(z.unknown()),
});

/** Changes that are undone by themselves: what others have done before and since stays. */
export const changeRoutes: readonly JsonRoute[] = [
  route(
    'POST',
    'changes',
    'Call another route so that it can be undone: { method, path, body } of that route; responds with { id, response }, the response of that one',
    { input: asked, output: z.object({ id: text, response: z.unknown() }) },
    async ({ core, changes, ask }, { body: { method, path, body } }) => {
      const { result, change } = core.record(() => ask(method, path, body));
      const response = await result;
      return { id: changes.add(change), response };
    },
  ),
  route(
    'POST',
    'changes/{id}/undo',
    'Undo this change only; 409 if others have changed the same since',
    { params: byId, input: object({}), output: nothing },
    ({ changes }, { params }) => {
      changes.undo(params.id);
      return {};
    },
  ),
  route(
    'POST',
    'changes/{id}/redo',
    'Redo an undone change; 409 if others have changed the same since',
    { params: byId, input: object({}), output: nothing },
    ({ changes }, { params }) => {
      changes.redo(params.id);
      return {};
    },
  ),
];
