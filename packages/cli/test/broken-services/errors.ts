import { key } from '../../../../tools/spec-service/data.ts';
import { ErrorResponse, type Json, type ReceivedRequest } from '../../../../tools/spec-service/wire.ts';
import {
  accepts,
  around,
  type Breaks,
  ends,
  errorsWith,
  hasParameter,
  isChange,
  isComment,
  isList,
  replaceError,
  type Table,
} from './broken-service.ts';

type Is = (request: ReceivedRequest) => boolean;

/** Requires a scope for some requests that no credential has. */
const scoped = (is: Is): Breaks =>
  around('allow', (before) => (credential, scope, request) => {
    before(credential, is(request) ? 'issues:more' : scope, request);
  });

/** Rejects some requests with any credential. */
const withoutBearer = (is: Is): Breaks =>
  around('authenticate', (before) => (request) => {
    if (is(request)) throw new ErrorResponse(401, { error: 'No' });
    return before(request);
  });

/** Takes a scope from the key, and the fixed text from its rejection. */
const otherScopeText =
  (scope: string): Breaks =>
  (s) => {
    const credential = s.data.credentials.get(key);
    if (credential) credential.scopes = credential.scopes.filter((one) => one !== scope);
    errorsWith(403, (json) => {
      json.error = 'Forbidden';
    })(s);
  };

/** Lets the twelfth request fail. */
const failing = (status: number, json: Json, headers: Record<string, string> = {}): Breaks =>
  around('sent', (before) => {
    let count = 0;
    return (response, request) => (++count === 12 ? { status, json, headers } : before(response, request));
  });

/** Accepts the first letters of a value of a query parameter. */
const prefixed = (parameter: 'status' | 'priority'): Breaks =>
  around('listIssues', (before, s) => (project, query) => {
    const values = parameter === 'status' ? s.statuses : s.priorities;
    const whole = new URLSearchParams(query);
    const found = values.find((value) => value.startsWith(query.get(parameter) ?? '…'));
    if (found !== undefined) whole.set(parameter, found);
    return before(project, whole);
  });

const nothing = { data: [], total: 0, page: 1, totalPages: 0 };
const noSuchProject = { error: 'Invalid input', details: [{ field: 'projectId', message: 'is that of no project' }] };

/** Reads show all of them. */
export const errors: Table = {
  'AUTH-1': { 'comments reject the credential': withoutBearer(({ path }) => path.endsWith('/comments')) },
  'AUTH-3': {
    'projects are shown without a credential': around('authenticate', (before, s) => (request) => {
      const stored = s.data.credentials.get(key);
      return stored && !request.headers.has('authorization') ? stored : before(request);
    }),
    'a missing credential is a 403': replaceError('unauthenticated', 403, { error: 'Forbidden' }),
  },
  'AUTH-4': { 'a missing scope has another text': otherScopeText('projects:read') },
  'AUTH-5': { 'screenshots need a scope of their own': scoped(({ path }) => path.endsWith('/screenshots')) },
  'ERR-1': {
    'the text is in `message`': errorsWith(404, (json) => {
      json.message = json.error;
      delete json.error;
    }),
  },
  'ERR-2': {
    'there are no details': errorsWith(400, (json) => delete json.details),
    'the text differs': errorsWith(400, (json) => Object.assign(json, { error: 'Bad request' })),
    'details have no message': errorsWith(400, ({ details }) => delete details[0].message),
    'details of queries name another field': errorsWith(
      400,
      ({ details }) => Object.assign(details[0], { field: 'query' }),
      isList,
    ),
  },
  'ERR-3': {
    'the text differs': replaceError('noProject', 404, { error: 'Not found' }),
    'an unknown project is a 400': replaceError('noProject', 400, noSuchProject),
    'comments of an unknown project are an empty list': accepts(ends('1/comments'), nothing),
  },
  'ERR-4': {
    'an unknown status finds nothing': accepts(hasParameter('status'), nothing),
    'an unknown level finds nothing': accepts(hasParameter('level'), { data: [], total: 0 }),
    'a limit out of range finds nothing': accepts(hasParameter('limit'), nothing),
    'the prefix of a status is accepted': prefixed('status'),
    'the prefix of a priority is accepted': prefixed('priority'),
  },
  'ERR-5': { 'a 500 has no text `error`': failing(500, { message: 'Sorry' }) },
  'ERR-6': {
    'a 429 has no Retry-After': failing(429, { error: 'Too many' }),
    'Retry-After is a date': failing(429, { error: 'Too many' }, { 'retry-after': 'Fri, 31 Dec 2027 23:59:59 GMT' }),
  },
};

/** Only writes show them. */
export const errorsOfWrites: Table = {
  'AUTH-1': { 'changes reject the credential': withoutBearer(({ method }) => method === 'PATCH') },
  'AUTH-4': { 'a missing scope of writes has another text': otherScopeText('issues:write') },
  'AUTH-5': { 'adding a comment needs a scope of its own': scoped(({ method }) => method === 'POST') },
  'ERR-1': { 'the error for a rejected status has no text': replaceError('rejectedStatus', 403, {}) },
  'ERR-2': {
    'errors for rejected changes have no details': errorsWith(400, (json) => delete json.details, isChange),
    'errors for rejected comments have no details': errorsWith(400, (json) => delete json.details, isComment),
  },
  'ERR-4': { 'a body that is not JSON is a 422': replaceError('notJson', 422, { error: 'Unprocessable' }) },
};
