import {
  type AbortError,
  type AnyIssueTrackingError,
  type ApiPromise,
  type ClientOptions,
  type Comment,
  type ConsoleLog,
  consoleLevels,
  type Issue,
  IssueList,
  type IssueListItem,
  type IssuePage,
  type IssueTrackingClient,
  type IssueTrackingError,
  isIssueTrackingError,
  issuePriorities,
  type List,
  type ListWithOptionalTotal,
  type Project,
  type RateLimitError,
  type RateLimitStoreError,
  settableStatuses,
  type UpdatedIssue,
} from '@issue-tracking/sdk';
import { expectTypeOf, test } from 'vitest';

declare const client: IssueTrackingClient;

test('verified and closed cannot be set [STA-5] [STA-6]', () => {
  client.issues.update('prj_web', 7, { status: 'fix_submitted', priority: 'low' });
  // @ts-expect-error a user's session sets it
  client.issues.update('prj_web', 7, { status: 'verified' });
  // @ts-expect-error publishing a report sets it
  client.issues.update('prj_web', 7, { status: 'closed' });
  // @ts-expect-error no such member
  client.issues.update('prj_web', 7, { title: 'x' });
});

test('an update needs at least one member [EP-9]', () => {
  client.issues.update('prj_web', 7, { priority: 'low', status: undefined });
  // @ts-expect-error nothing to change
  client.issues.update('prj_web', 7, {});
  // @ts-expect-error nothing to change
  client.issues.update('prj_web', 7, { status: undefined });
});

test('the lists of known values are read-only', () => {
  // @ts-expect-error read-only
  settableStatuses.pop();
  // @ts-expect-error read-only
  consoleLevels[0] = 'log';
  expectTypeOf(issuePriorities[0]).toEqualTypeOf<'low'>();
});

test('a client takes either an API key or an access token', () => {
  const { ISSUE_TRACKING_TOKEN: accessToken } = process.env;
  expectTypeOf({ baseUrl: '', apiKey: 'svc_key', accessToken: undefined }).toExtend<ClientOptions>();
  expectTypeOf({ baseUrl: '', accessToken }).toExtend<ClientOptions>();
  expectTypeOf({}).toExtend<ClientOptions>();
  expectTypeOf({ apiKey: async () => ({ key: 'svc_key', expiresAt: new Date() }) }).toExtend<ClientOptions>();
  // @ts-expect-error of an API key it is `key`
  const token: ClientOptions = { apiKey: () => ({ token: 'svc_key' }) };
  expectTypeOf(token).toExtend<object>();
  // @ts-expect-error one of the two
  const both: ClientOptions = { apiKey: 'svc_key', accessToken: 'token' };
  expectTypeOf(both).toExtend<object>();
});

test('waitFor compiles only with a status', () => {
  client.issues.waitFor('prj_web', 7, { status: ['verified', 'closed'] });
  // @ts-expect-error no status would do
  client.issues.waitFor('prj_web', 7, { status: [] });
});

test('client.request accepts only paths of the API, and no body with GET', () => {
  client.request('POST', '/api/v1/x', { body: { a: 1 }, query: { b: 2 } });
  client.request('GET', `/api/v1/projects/${'prj_web'}`, { query: { b: 2 } });
  // @ts-expect-error not below /api/v1/
  client.request('GET', '/projects');
  // @ts-expect-error cannot be sent
  client.request('GET', '/api/v1/x', { body: {} });
});

test('results have the exported types', () => {
  expectTypeOf(client.issues.get('prj_web', 7)).toEqualTypeOf<ApiPromise<Issue>>();
  expectTypeOf(client.issues.update('prj_web', 7, { priority: 'low' })).toEqualTypeOf<ApiPromise<UpdatedIssue>>();
  expectTypeOf(client.issues.comments.create('prj_web', 7, { content: '' })).toEqualTypeOf<ApiPromise<Comment>>();
  expectTypeOf(client.issues.consoleLogs('prj_web', 7)).toEqualTypeOf<ApiPromise<List<ConsoleLog>>>();
  expectTypeOf(client.projects.list()).toEqualTypeOf<ApiPromise<ListWithOptionalTotal<Project>>>();
  expectTypeOf<Awaited<ReturnType<typeof client.issues.list>>>().toEqualTypeOf<IssuePage>();
  expectTypeOf(client.issues.list('prj_web').toArray()).resolves.toEqualTypeOf<IssueListItem[]>();
  expectTypeOf<Issue['status']>().toEqualTypeOf<
    'open' | 'in_progress' | 'blocked' | 'fix_submitted' | 'verified' | 'closed'
  >();
});

test('a list is assignable to a promise, with the same handlers', () => {
  const list = client.issues.list('prj_web');
  expectTypeOf(list).toExtend<Promise<IssuePage>>();
  expectTypeOf(
    list.then(
      (page) => page.total,
      (error: Error) => error.message,
    ),
  ).toEqualTypeOf<Promise<number | string>>();
  expectTypeOf(list.catch((error: Error) => error.message)).toEqualTypeOf<Promise<IssuePage | string>>();
  // @ts-expect-error a page has no such member
  list.then((page) => page.count);
});

test('an unknown field does not compile, although responses keep unknown fields [RES-11]', async () => {
  const issue = await client.issues.get('prj_web', 7);
  // @ts-expect-error no such field
  issue.titel;
});

test('filters accept exactly the values of the specification [EP-4] [EP-6] [GAP-6]', () => {
  client.issues.list('prj_web', { status: 'verified', priority: 'critical', q: 'x', label: 'y', page: 2, limit: 100 });
  // @ts-expect-error no such status
  client.issues.list('prj_web', { status: 'done' });
  // @ts-expect-error no such filter
  client.issues.list('prj_web', { state: 'open' });
  // @ts-expect-error no such level
  client.issues.consoleLogs('prj_web', 7, { level: 'debug' });
  // @ts-expect-error one of the two
  client.projects.list({ organizationSlug: 'acme', organizationId: '00000000-0000-0000-0000-000000000001' });
});

test('options are the last argument of each method', () => {
  const { signal } = new AbortController();
  client.projects.list({}, { signal });
  client.issues.get('prj_web', 7, { signal, timeout: 1, deadline: 2, retry: false, headers: { 'x-a': 'b' } });
  // @ts-expect-error a comment's option
  client.issues.get('prj_web', 7, { onLostResponse: 'check' });
  // @ts-expect-error of one call, not of all
  const options: ClientOptions = { signal };
  expectTypeOf(options).toBeObject();
});

test('client.request resolves to the output of its schema, and to unknown without one', () => {
  const validate = (value: unknown) => ({ value: Number(value) });
  const schema = { '~standard': { version: 1, vendor: 'own', validate } } as const;
  expectTypeOf(client.request('GET', '/api/v1/x')).toEqualTypeOf<ApiPromise<unknown>>();
  expectTypeOf(client.request('GET', '/api/v1/x', { schema })).toEqualTypeOf<ApiPromise<number>>();
  // @ts-expect-error no such method
  client.request('TRACE', '/api/v1/x');
});

test('only a client can construct a list of issues', () => {
  expectTypeOf(client.issues.list('prj_web')).toEqualTypeOf<IssueList>();
  // @ts-expect-error its constructor is private
  expectTypeOf(new IssueList());
});

test('isIssueTrackingError narrows an error by its name', () => {
  const error: unknown = undefined;
  if (isIssueTrackingError(error)) {
    expectTypeOf(error).toEqualTypeOf<AnyIssueTrackingError>();
    expectTypeOf(error).toExtend<IssueTrackingError>();
    switch (error.name) {
      case 'RateLimitError':
        expectTypeOf(error.retryAfterMs).toEqualTypeOf<number | undefined>();
        break;
      case 'ApiError':
        expectTypeOf(error.status).toEqualTypeOf<number>();
        break;
      case 'AbortError':
        expectTypeOf(error).toEqualTypeOf<AbortError>();
        break;
      // @ts-expect-error no such error
      case 'NoSuchError':
    }
  }
  if (isIssueTrackingError(error, 'RateLimitError')) expectTypeOf(error).toEqualTypeOf<RateLimitError>();
  if (isIssueTrackingError(error, 'RateLimitStoreError')) expectTypeOf(error).toEqualTypeOf<RateLimitStoreError>();
  // @ts-expect-error no such error
  isIssueTrackingError(error, 'NoSuchError');
});

type Sdk = typeof import('@issue-tracking/sdk');
/** Names of the exported error classes. */
type ErrorClass = {
  [Name in keyof Sdk]: Sdk[Name] extends abstract new (...args: never) => IssueTrackingError ? Name : never;
}[keyof Sdk];

test('isIssueTrackingError knows the name of each exported class, and no other', () => {
  expectTypeOf<AnyIssueTrackingError['name']>().toEqualTypeOf<Exclude<ErrorClass, 'IssueTrackingError'>>();
});
