import * as z from 'zod/mini';
import { HttpError } from '../http/http-error.ts';
import { object, text } from '../input/schemas.ts';
import { why } from '../pipeline/why.ts';
import type { LoggedRequest } from '../request-log/logged-request.ts';
import { endpointName } from '../request-log/request-filter.ts';
import { wholeNumberInText } from './inputs.ts';
import { nothing, requestEntries, wholeEntry } from './outputs.ts';
import { type ControlContext, type JsonRoute, route } from './route.ts';

const filter = object({
  endpoint: z.optional(endpointName),
  status: z.optional(wholeNumberInText(100, 599)),
  method: z.optional(text),
  projectId: z.optional(text),
  issueNumber: z.optional(wholeNumberInText(1)),
  tenant: z.optional(text),
  q: z.optional(text),
  after: z.optional(wholeNumberInText(0)),
  limit: z.optional(wholeNumberInText(1)),
});

const byNumber = object({ id: wholeNumberInText(1) });

/** The log of requests. */
export const requestRoutes: readonly JsonRoute[] = [
  route(
    'GET',
    'requests',
    'The last requests to the API, oldest first: all that are kept, or those that pass the filters; after is the number of an entry, limit takes the first after it, or else the last',
    { query: filter, output: requestEntries },
    ({ core }, { query: { q, after, limit, ...wanted } }) => core.service.journal.browse(wanted, { q, after, limit }),
  ),
  route('DELETE', 'requests', 'Forget all requests', { output: nothing }, ({ mock }) => {
    mock.requests.clear();
    return {};
  }),
  route(
    'GET',
    'requests/{id}',
    'One request whole, by its number: with the headers of its answer, and why it was answered so, step by step',
    { params: byNumber, output: wholeEntry },
    (context, { params }) => {
      const entry = entryOf(context, params.id);
      return { ...entry.view(), answerHeaders: entry.shownAnswerHeaders(), why: why(entry) };
    },
  ),
  route(
    'POST',
    'requests/{id}/replay',
    'Send a request again, with the credential that it came with; answers the number of the new one as id, and its status, null for a connection that ended without an answer',
    { params: byNumber, input: object({}), output: z.object({ id: z.int(), status: z.nullable(z.int()) }) },
    async (context, { params }) => {
      const again = entryOf(context, params.id).again();
      if (typeof again === 'string') throw new HttpError(409, `Request ${params.id} can't be sent again. ${again}`);
      const { handle, service } = context.core;
      const answering = handle(again);
      const id = service.journal.last()?.number ?? 0;
      const outcome = await answering;
      return { id, status: outcome.kind === 'response' ? outcome.status : null };
    },
  ),
];

function entryOf({ core }: ControlContext, number: number): LoggedRequest {
  const entry = core.service.journal.get(number);
  if (!entry) throw new HttpError(404, `No request ${number} in the log`);
  return entry;
}
