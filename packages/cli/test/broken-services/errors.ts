import { key } from '../../../../tools/spec-service/data.ts';
import { ErrorResponse, type Json, type ReceivedRequest } from '../../../../tools/spec-service/wire.ts';
import {
  accepts,
  around,
  type Breaks,
  type BrokenService,
  bodyHas,
  errorsWith,
  hasParameter,
  isComment,
  isIssue,
  isList,
  otherStatus,
  read,
  replaceError,
  write,
} from './broken-service.ts';

/** Requires a scope for some requests that no credential has. */
const scoped = (is: (request: ReceivedRequest) => boolean): Breaks =>
  around(
    'allow',
    (before) => (credential, scope, request) => before(credential, is(request) ? 'issues:more' : scope, request),
  );

/** Rejects some requests with any credential. */
const withoutBearer = (is: (request: ReceivedRequest) => boolean): Breaks =>
  around('authenticate', (before) => (request) => {
    if (is(request)) throw new ErrorResponse(401, { error: 'No' });
    return before(request);
  });

const otherScopeText: Breaks = errorsWith(403, (json) => {
  json.error = 'Forbidden';
});

/** Lets the twelfth request fail. */
const failing = (status: number, json: Json, headers: Record<string, string> = {}): Breaks => {
  let count = 0;
  return around(
    'sent',
    (before) => (response, request) => (++count === 12 ? { status, json, headers } : before(response, request)),
  );
};

/** Accepts inexact values of a query parameter. */
const nearly =
  (parameter: 'status' | 'priority' | 'level', is: (value: string, text: string) => boolean): Breaks =>
  (s) => {
    const values = { status: s.statuses, priority: s.priorities, level: s.levels }[parameter];
    const meant = (query: URLSearchParams) => {
      const text = query.get(parameter);
      const found = text === null ? undefined : values.find((value) => is(value, text));
      const exact = new URLSearchParams(query);
      if (found !== undefined) exact.set(parameter, found);
      return exact;
    };
    around('listIssues', (before) => (project, query) => before(project, meant(query)))(s);
    around('listCaptured', (before) => (issue, part, query) => before(issue, part, meant(query)))(s);
  };

const at =
  (end: string) =>
  ({ path }: ReceivedRequest) =>
    path.endsWith(end);
const nothing = { data: [], total: 0, page: 1, totalPages: 0 };
const noSuchProject = { error: 'Invalid input', details: [{ field: 'projectId', message: 'is that of no project' }] };
const detail = (change: (detail: Json) => void, is?: Parameters<typeof errorsWith>[2]) =>
  errorsWith(400, ({ details }) => details.forEach(change), is);

export const errors: BrokenService[] = [
  read(
    'AUTH-1',
    'comments reject the credential',
    withoutBearer(({ path }) => path.endsWith('/comments')),
  ),
  write(
    'AUTH-1',
    'changes reject the credential',
    withoutBearer(({ method }) => method === 'PATCH'),
  ),
  read(
    'AUTH-3',
    'projects are shown without a credential',
    around('authenticate', (before, s) => (request) => {
      const stored = s.data.credentials.get(key);
      return stored && !request.headers.has('authorization') ? stored : before(request);
    }),
  ),
  read('AUTH-3', 'a missing credential is a 403', replaceError('unauthenticated', 403, { error: 'Forbidden' })),
  read('AUTH-4', 'a missing scope has another text', otherScopeText, 'svc_readsIssuesOnly4e2a'),
  write('AUTH-4', 'a missing scope of writes has another text', otherScopeText, 'svc_readsEverything4e2a'),
  read('AUTH-5', 'screenshots need a scope of their own', scoped(at('/screenshots'))),
  read(
    'AUTH-5',
    'single issues need a scope of their own',
    scoped((request) => isIssue(request, { status: 0, json: 0, headers: {} })),
  ),
  write(
    'AUTH-5',
    'adding a comment needs a scope of its own',
    scoped(({ method }) => method === 'POST'),
  ),
  read(
    'ERR-1',
    'the text is in `message`',
    errorsWith(404, (json) => {
      json.message = json.error;
      delete json.error;
    }),
  ),
  read(
    'ERR-1',
    'the error is an object',
    errorsWith(404, (json) => {
      json.error = { text: json.error };
    }),
  ),
  write('ERR-1', 'the error for a rejected status has no text', replaceError('rejectedStatus', 403, {})),
  read(
    'ERR-2',
    'there are no details',
    errorsWith(400, (json) => delete json.details),
  ),
  read(
    'ERR-2',
    'the text differs',
    errorsWith(400, (json) => Object.assign(json, { error: 'Bad request' })),
  ),
  read(
    'ERR-2',
    'details are an object',
    errorsWith(400, (json) => Object.assign(json, { details: { ...json.details } })),
  ),
  read(
    'ERR-2',
    'details have no message',
    detail((one) => delete one.message),
  ),
  read(
    'ERR-2',
    'details of queries name another field',
    detail((one) => Object.assign(one, { field: 'query' }), isList),
  ),
  write(
    'ERR-2',
    'errors for rejected bodies have no details',
    errorsWith(
      400,
      (json) => delete json.details,
      ({ method }) => method !== 'GET',
    ),
  ),
  read('ERR-3', 'the text differs', replaceError('noProject', 404, { error: 'Not found' })),
  read('ERR-3', 'an unknown project is a 400', replaceError('noProject', 400, noSuchProject)),
  read(
    'ERR-3',
    'an unknown project has an empty list',
    accepts((request, response) => isList(request, response) && response.status === 404, nothing),
  ),
  read('ERR-4', 'an unknown status finds nothing', accepts(hasParameter('status'), nothing)),
  read('ERR-4', 'an unknown priority finds nothing', accepts(hasParameter('priority'), nothing)),
  read('ERR-4', 'an unknown level finds nothing', accepts(hasParameter('level'), { data: [], total: 0 })),
  read('ERR-4', 'a limit out of range finds nothing', accepts(hasParameter('limit'), nothing)),
  write('ERR-4', 'a body that is not JSON is a 422', replaceError('notJson', 422, { error: 'Unprocessable' })),
  write(
    'ERR-4',
    'a comment that is not JSON is a 422',
    otherStatus(
      400,
      422,
      (request, response) =>
        isComment(request, response) && bodyHas('{"content":')(request, response) && !bodyHas('}')(request, response),
    ),
  ),
  read('ERR-5', 'a 500 has no text `error`', failing(500, { message: 'Sorry' })),
  read('ERR-5', 'a 422 has no text `error`', failing(422, { message: 'Sorry' })),
  read('ERR-6', 'a 429 has no Retry-After', failing(429, { error: 'Too many' })),
  read(
    'ERR-6',
    'Retry-After is a date',
    failing(429, { error: 'Too many' }, { 'retry-after': 'Fri, 31 Dec 2027 23:59:59 GMT' }),
  ),
  ...(['status', 'priority', 'level'] as const).flatMap((parameter) => [
    read(
      'ERR-4',
      `the prefix of a ${parameter} is accepted`,
      nearly(parameter, (value, text) => value.startsWith(text)),
    ),
  ]),
  read(
    'ERR-4',
    'a limit that is not a number finds nothing',
    accepts(
      (request, response) => hasParameter('limit')(request, response) && request.query.get('limit') === 'ten',
      nothing,
    ),
  ),
  read(
    'ERR-3',
    'an issue of an unknown project has another text',
    errorsWith(
      404,
      (json) => Object.assign(json, { error: 'Not found' }),
      ({ path }) => /\/issues\/1$/.test(path),
    ),
  ),
  read(
    'ERR-3',
    'comments of an unknown project are an empty list',
    accepts(({ path }, { status }) => status === 404 && path.endsWith('/1/comments'), nothing),
  ),
];
