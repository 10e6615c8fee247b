import { key } from '../../../../tools/test/spec-service/data.ts';
import { ErrorResponse, type Json, type ReceivedRequest } from '../../../../tools/test/spec-service/wire.ts';
import {
  accepts,
  around,
  asks,
  type Breaks,
  isComment,
  isIssue,
  isList,
  type Mutant,
  otherStatus,
  read,
  refusals,
  refuses,
  says,
  write,
} from './mutant.ts';

/** Some requests need a scope that no credential has. */
const scoped = (is: (asked: ReceivedRequest) => boolean): Breaks =>
  around(
    'allow',
    (before) => (credential, scope, asked) => before(credential, is(asked) ? 'issues:more' : scope, asked),
  );

/** Some requests are refused whatever credential they show. */
const withoutBearer = (is: (asked: ReceivedRequest) => boolean): Breaks =>
  around('authenticate', (before) => (asked) => {
    if (is(asked)) throw new ErrorResponse(401, { error: 'No' });
    return before(asked);
  });

const otherScopeText: Breaks = refusals(403, (json) => {
  json.error = 'Forbidden';
});

/** The twelfth request fails. */
const failing = (status: number, json: Json, headers: Record<string, string> = {}): Breaks => {
  let count = 0;
  return around(
    'sent',
    (before) => (answered, asked) => (++count === 12 ? { status, json, headers } : before(answered, asked)),
  );
};

/** Takes a value of a query for the one that it is nearly. */
const nearly =
  (parameter: 'status' | 'priority' | 'level', is: (value: string, asked: string) => boolean): Breaks =>
  (s) => {
    const values = { status: s.statuses, priority: s.priorities, level: s.levels }[parameter];
    const meant = (query: URLSearchParams) => {
      const asked = query.get(parameter);
      const found = asked === null ? undefined : values.find((value) => is(value, asked));
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
const detail = (change: (detail: Json) => void, is?: Parameters<typeof refusals>[2]) =>
  refusals(400, ({ details }) => details.forEach(change), is);

export const refusalsOfRules: Mutant[] = [
  read(
    'AUTH-1',
    'comments do not take the bearer',
    withoutBearer(({ path }) => path.endsWith('/comments')),
  ),
  write(
    'AUTH-1',
    'changes do not take the bearer',
    withoutBearer(({ method }) => method === 'PATCH'),
  ),
  read(
    'AUTH-3',
    'projects are shown without a credential',
    around('authenticate', (before, s) => (asked) => {
      const stored = s.data.credentials.get(key);
      return stored && !asked.headers.has('authorization') ? stored : before(asked);
    }),
  ),
  read('AUTH-3', 'a missing credential is a 403', refuses('unauthenticated', 403, { error: 'Forbidden' })),
  read('AUTH-4', 'a missing scope has another text', otherScopeText, 'svc_readsIssuesOnly4e2a'),
  write('AUTH-4', 'a missing scope of writes has another text', otherScopeText, 'svc_readsEverything4e2a'),
  read('AUTH-5', 'screenshots need a scope of their own', scoped(at('/screenshots'))),
  read(
    'AUTH-5',
    'single issues need a scope of their own',
    scoped((asked) => isIssue(asked, { status: 0, json: 0, headers: {} })),
  ),
  write(
    'AUTH-5',
    'comments need a scope of their own to be added',
    scoped(({ method }) => method === 'POST'),
  ),
  read(
    'ERR-1',
    'the text is in `message`',
    refusals(404, (json) => {
      json.message = json.error;
      delete json.error;
    }),
  ),
  read(
    'ERR-1',
    'the error is an object',
    refusals(404, (json) => {
      json.error = { text: json.error };
    }),
  ),
  write('ERR-1', 'a refused status has no text', refuses('refusedStatus', 403, {})),
  read(
    'ERR-2',
    'there are no details',
    refusals(400, (json) => delete json.details),
  ),
  read(
    'ERR-2',
    'the text is another',
    refusals(400, (json) => Object.assign(json, { error: 'Bad request' })),
  ),
  read(
    'ERR-2',
    'details are an object',
    refusals(400, (json) => Object.assign(json, { details: { ...json.details } })),
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
    'refused bodies have no details',
    refusals(
      400,
      (json) => delete json.details,
      ({ method }) => method !== 'GET',
    ),
  ),
  read('ERR-3', 'the text is another', refuses('noProject', 404, { error: 'Not found' })),
  read('ERR-3', 'an unknown project is a 400', refuses('noProject', 400, noSuchProject)),
  read(
    'ERR-3',
    'an unknown project has an empty list',
    accepts((asked, answered) => isList(asked, answered) && answered.status === 404, nothing),
  ),
  read('ERR-4', 'an unknown status finds nothing', accepts(asks('status'), nothing)),
  read('ERR-4', 'an unknown priority finds nothing', accepts(asks('priority'), nothing)),
  read('ERR-4', 'an unknown level finds nothing', accepts(asks('level'), { data: [], total: 0 })),
  read('ERR-4', 'a limit out of range finds nothing', accepts(asks('limit'), nothing)),
  write('ERR-4', 'a body that is not JSON is a 422', refuses('notJson', 422, { error: 'Unprocessable' })),
  write(
    'ERR-4',
    'a comment that is not JSON is a 422',
    otherStatus(
      400,
      422,
      (asked, answered) =>
        isComment(asked, answered) && says('{"content":')(asked, answered) && !says('}')(asked, answered),
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
      `the beginning of a ${parameter} is taken for it`,
      nearly(parameter, (value, asked) => value.startsWith(asked)),
    ),
  ]),
  read(
    'ERR-4',
    'a limit that is not a number finds nothing',
    accepts((asked, answered) => asks('limit')(asked, answered) && asked.query.get('limit') === 'ten', nothing),
  ),
  read(
    'ERR-3',
    'an issue of an unknown project has another text',
    refusals(
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
