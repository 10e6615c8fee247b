import * as z from 'zod/mini';
import type { Entry } from '../log/entry.ts';
import { requestFilter } from '../log/filter.ts';
import { numbered } from '../log/log.ts';
import type { RequestEntry } from '../log/request-entry.ts';
import { type Sent, sentText } from '../platform/http/sent.ts';
import { object, text, wholeNumber } from '../platform/input/schemas.ts';
import { asSdkCall, asStory, asTest } from './as-code.ts';
import { asCurl } from './as-curl.ts';
import { type ControlContext, method } from './method.ts';
import { copiedRequest, done, requestEntry, whyStep } from './results.ts';

const { matches: _matches, ...filter } = requestFilter.def.shape;
const byNumber = object({ number: wholeNumber(1) });
const path = text.check(
  z.regex(/^\/api\/[\x21-\x7e]*$/, 'must be a path below /api/, such as /api/v1/projects?page=2'),
);

/** The methods of the request log. */
export const requestMethods = {
  'requests.all': method(
    'Returns the logged requests, or the `last` ones, oldest first',
    object({ last: z.optional(wholeNumber(1)) }),
    z.array(requestEntry),
    ({ internals }, { last = Number.POSITIVE_INFINITY }) =>
      [...internals.service.state.log.entries].slice(-last).map((entry) => entry.view()),
  ),
  'requests.find': method(
    'Finds the requests that have all these members. Fails if the log has dropped some that might',
    object(filter),
    z.array(requestEntry),
    ({ mock }, input) => mock.requests.find(input),
  ),
  'requests.clear': method('Empties the log', object({}), done, ({ mock }) => mock.requests.clear()),
  'requests.responseHeaders': method(
    'Returns the headers of a response',
    byNumber,
    z.record(z.string(), text),
    (context, { number }) => entryOf(context, number).shownResponseHeaders(),
  ),
  'requests.credential': method(
    'Returns the whole credential of a request, which may be a real one: only from a mock that no other computer can reach',
    byNumber,
    copiedRequest,
    (context, { number }) => {
      if (!context.isPrivate) throw new TypeError('Credentials stay in a mock that other computers can reach.');
      const { credential } = entryOf(context, number);
      if (credential === undefined) throw new TypeError(`Request ${number} has no credential in the log.`);
      return { text: credential };
    },
  ),
  'requests.curl': copy('a curl command with its credential', (entry, { internals, url }) =>
    asCurl(entry, internals.service, url),
  ),
  'requests.sdk': copy('a call of the client', asSdkCall),
  'requests.test': copy('a test with the same response', (entry, { internals }) => asTest(entry, internals.service)),
  'requests.story': copy('a story with the same response', (entry, { internals }) => asStory(entry, internals.service)),
  'requests.replay': method(
    'Sends a request again, as it was or with another `path` with its query, `body`, and `credential`: a name, or `null` for none',
    object({
      number: wholeNumber(1),
      path: z.optional(path),
      credential: z.optional(z.nullable(text)),
      body: z.optional(z.unknown()),
    }),
    requestEntry,
    async (context, { number, path: target, credential, body }) => {
      const [path, search = ''] = target?.split(/\?(.*)/s) ?? [];
      const replay = entryOf(context, number).toReplay({
        ...(path !== undefined && { path, search }),
        ...(credential !== undefined && {
          authorization: credential && `Bearer ${credentialNamed(context, credential)}`,
        }),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (typeof replay === 'string') throw new TypeError(`Request ${number} can't be sent again. ${replay}`);
      return served(context, replay);
    },
  ),
  'requests.send': method(
    'Sends a GET request to a path with its query, and a `credential`: a name',
    object({ path, credential: text }),
    requestEntry,
    (context, { path: target, credential }) => {
      const [path = '', search = ''] = target.split(/\?(.*)/s);
      const headers = { authorization: `Bearer ${credentialNamed(context, credential)}` };
      return served(context, sentText({ method: 'GET', path, search, headers, address: undefined }));
    },
  ),
  why: method(
    'Explains the response to a request, by default the last: each step in order, and what would help',
    object({ number: z.optional(wholeNumber(1)) }),
    z.array(whyStep),
    (context, { number }) =>
      context.internals.why(entryOf(context, number ?? context.mock.requests.last()?.number ?? 1)),
  ),
};

/** Returns a request as text to paste. */
function copy(what: string, textOf: (entry: Entry, context: ControlContext) => string) {
  return method(`Returns a request as ${what}`, byNumber, copiedRequest, (context, { number }) => ({
    text: textOf(entryOf(context, number), context),
  }));
}

/** Sends a request to the mock itself, and returns its entry once it is over. */
async function served({ internals }: ControlContext, sent: Sent): Promise<RequestEntry> {
  const { entry, reply } = internals.serve(sent);
  await reply;
  return entry.view();
}

/** Returns the key or token with a name. */
function credentialNamed({ mock: { world } }: ControlContext, name: string): string {
  const value = world.apiKeys.find({ name })[0]?.key ?? world.accessTokens.find({ name })[0]?.token;
  if (value === undefined) throw new TypeError(`There is no credential "${name}": limits lists all.`);
  return value;
}

function entryOf({ internals }: ControlContext, number: number): Entry {
  const entry = numbered(internals.service.state.log, number);
  if (!entry) throw new TypeError(`There is no request ${number} in the log: requests.all lists all.`);
  return entry;
}
