import * as z from 'zod/mini';
import type { Entry } from '../log/entry.ts';
import { endpointName } from '../log/filter.ts';
import { numbered } from '../log/log.ts';
import type { RequestEntry } from '../log/request-entry.ts';
import type { WhyStep } from '../log/trace.ts';
import { HttpError } from '../platform/http/http-error.ts';
import type { Sent } from '../platform/http/sent.ts';
import { object, text } from '../platform/input/schemas.ts';
import { serve } from '../serve.ts';
import { why } from '../steps/why.ts';
import { browseRequests } from './browse-requests.ts';
import { asCall } from './copy-as/as-call.ts';
import { asCurl } from './copy-as/as-curl.ts';
import { copiedRequest } from './copy-as/copied-request.ts';
import { findCredential } from './credentials.ts';
import { wholeNumberInText } from './inputs.ts';
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

const pathMust = 'must be a path below /api/, such as /api/v1/projects?page=2';
const edits = object({
  path: z.optional(text.check(z.regex(/^\/api\/[\x21-\x7e]*$/, pathMust))),
  credentialId: z.optional(z.nullable(text)),
  body: z.optional(z.unknown()),
});

/** An entry of the log, with the headers of its response and the explanation of `why()`. */
export interface WholeEntry extends RequestEntry {
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly why: readonly WhyStep[];
}

/** A request as text to paste. */
export interface ShownCopies {
  readonly curl: string;
  /** `null` if no call of the SDK sends it. */
  readonly call: string | null;
}

/** The number of a new log entry, and the status; `null` for a dropped connection. */
interface SentRequest {
  readonly id: number;
  readonly status: number | null;
}

const byNumber = object({ id: wholeNumberInText(1) });

/** Routes of the request log. */
export const requestRoutes: readonly JsonRoute[] = [
  route(
    'GET',
    'requests',
    'The logged requests to the API, oldest first, that pass the filters; with after, the number of an entry, the first limit ones after it, otherwise the last limit ones',
    { query: filter },
    ({ internals }, { query: { q, after, limit, ...wanted } }) =>
      browseRequests(internals.service.state.log, wanted, { q, after, limit }),
  ),
  route('DELETE', 'requests', 'Empty the log', {}, ({ mock }) => {
    mock.requests.clear();
    return {};
  }),
  route(
    'GET',
    'requests/{id}',
    'One request by its number, with the headers of its response and the explanation of why()',
    { params: byNumber },
    (context, { params }): WholeEntry => {
      const entry = entryOf(context, params.id);
      return { ...entry.view(), responseHeaders: entry.shownResponseHeaders(), why: why(entry) };
    },
  ),
  route(
    'GET',
    'requests/{id}/copies',
    'A request as text to paste: a curl command with its credential, and a call of the SDK, null if no call sends it',
    { params: byNumber },
    ({ internals: { service }, url }, { params }): ShownCopies => {
      const copied = copiedRequest(entryOf({ internals: { service } }, params.id), service);
      if (typeof copied === 'string') throw new HttpError(409, `Request ${params.id} can't be copied. ${copied}`);
      const call = asCall(copied);
      return { curl: asCurl(copied, url), call: call === undefined ? null : `await ${call};` };
    },
  ),
  route(
    'POST',
    'requests/{id}/replay',
    'Send a request again, as it was or with another { path, credentialId, body }: path with its query, null for no credential. Returns the number of the new request as id, and its status, null for a connection that ended without a response',
    { params: byNumber, input: edits },
    (context, { params, body: { path: target, credentialId, body } }) => {
      const [path, search = ''] = target?.split(/\?(.*)/s) ?? [];
      const replay = entryOf(context, params.id).toReplay({
        ...(path !== undefined && { path, search }),
        ...(credentialId !== undefined && { authorization: authorizationOf(context, credentialId) }),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (typeof replay === 'string') throw new HttpError(409, `Request ${params.id} can't be sent again. ${replay}`);
      return send(context, replay);
    },
  ),
];

/** Passes a request to the pipeline, as adapters do. */
async function send({ internals: { service } }: ControlContext, sent: Sent): Promise<SentRequest> {
  const { entry, reply: pending } = serve(service, sent);
  const reply = await pending;
  return { id: entry.number, status: reply === 'drop' ? null : reply.status };
}

function authorizationOf({ internals }: ControlContext, credentialId: string | null): string | null {
  return credentialId === null ? null : `Bearer ${findCredential(internals.service, credentialId).value}`;
}

function entryOf({ internals }: { internals: Pick<ControlContext['internals'], 'service'> }, number: number): Entry {
  const entry = numbered(internals.service.state.log, number);
  if (!entry) throw new HttpError(404, `No request ${number} in the log`);
  return entry;
}
