import { captured, capturedNames } from '@issue-tracking/model';
import type { ClientOptions, EndEvent, IssueTrackingClient, IssueTrackingError } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { times } from './adversary/against.ts';
import { comment, issue, listItem } from './support/records.ts';
import { errorResponse, json, never, type Step, scripted } from './support/scripted-service.ts';

const found = json({ data: issue() });
const empty = json({ data: [], total: 0 });
const path = '/api/v1/projects/prj_web/issues/7';
const gone = { name: 'TypeError', message: 'terminated' };

/** A service, and the ends that the hook of its client was told. */
function listening(steps: Step[], options: Partial<ClientOptions> = {}) {
  const ends: EndEvent[] = [];
  const service = scripted(steps, { hooks: { onEnd: (event) => void ends.push(event) }, ...options });
  return { ...service, ends };
}

const errorOf = (call: Promise<unknown>): Promise<IssueTrackingError> =>
  call.then(
    () => expect.unreachable('it was not rejected'),
    (error: IssueTrackingError) => error,
  );

test('onEnd is called once for each of ten calls of which nine are blocked, and tells which were sent [AUTH-7]', async () => {
  const { client, ends } = listening([errorResponse(401, 'Invalid')]);
  for (let calls = 0; calls < 10; calls++) await errorOf(client.projects.list());
  const facts = { method: 'GET', path: '/api/v1/projects', endpoint: 'projects.list', error: 'AuthenticationError' };
  const [first, ...others] = ends;
  expect(first).toEqual({
    ...facts,
    callId: expect.any(Number),
    attempts: 1,
    sent: true,
    status: 401,
    waitedMs: 0,
    durationMs: 0,
  });
  expect(others).toHaveLength(9);
  for (const end of others)
    expect(end).toEqual({ ...facts, callId: expect.any(Number), attempts: 0, sent: false, waitedMs: 0, durationMs: 0 });
  expect(new Set(ends.map(({ callId }) => callId)).size).toBe(10);
});

test('onEnd tells how long a call took, and how long of it no request was in flight', async () => {
  const slow = async () => {
    await clock.sleep(40);
    return found.clone();
  };
  const { client, clock, ends } = listening([slow, errorResponse(503, 'Busy', { 'retry-after': '3' }), slow], {
    rateLimit: { requests: 1, windowMs: 10_000 },
  });
  const [, second] = await Promise.all(times(2, () => client.issues.get('prj_web', 7).withResponse()));
  const [first, last] = ends;
  expect(first).toMatchObject({ attempts: 1, status: 200, waitedMs: 0, durationMs: 40 });
  expect(last).toMatchObject({ attempts: 2, status: 200, durationMs: 20_080, waitedMs: 20_040 });
  expect(last).not.toHaveProperty('error');
  const waits = second?.response.attempts.map(({ waitedMs }) => waitedMs) ?? [];
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(20_040);
});

const comments = { attempts: 1, sent: true, mayHaveBeenApplied: true };
const unsent = { attempts: 0, sent: false };

test.each<[name: string, steps: Step[], call: (client: IssueTrackingClient) => Promise<unknown>, end: object]>([
  [
    'a status',
    [errorResponse(422, 'No')],
    (client) => client.issues.get('prj_web', 7),
    { error: 'UnprocessableError', status: 422, attempts: 1, sent: true },
  ],
  [
    'a body without data',
    [json({})],
    (client) => client.issues.get('prj_web', 7),
    { error: 'UnexpectedResponseError', status: 200, attempts: 1, sent: true },
  ],
  [
    'another issue',
    [found],
    (client) => client.issues.get('prj_web', 8),
    { error: 'UnexpectedResponseError', status: 200 },
  ],
  [
    'a wrong number',
    [found],
    (client) => client.issues.get('prj_web', 0),
    {
      error: 'InvalidArgumentError',
      callId: 0,
      path: '/api/v1/projects/prj_web/issues/{issueNumber}',
      endpoint: 'issues.get',
      ...unsent,
    },
  ],
  [
    'a wrong body',
    [found],
    (client) => client.issues.update('prj_web', 7, {} as never),
    { error: 'InvalidArgumentError', endpoint: 'issues.update', mayHaveBeenApplied: false, ...unsent },
  ],
  [
    'a wrong method',
    [found],
    (client) => client.request('TRACE' as 'GET', '/api/v1/x'),
    { error: 'InvalidArgumentError', path: '/api/v1/x', ...unsent },
  ],
  [
    'an aborted signal',
    [found],
    (client) => client.issues.get('prj_web', 7, { signal: AbortSignal.abort() }),
    { error: 'AbortError', ...unsent },
  ],
  [
    'a deadline',
    [never],
    (client) => client.issues.get('prj_web', 7, { deadline: 500 }),
    { error: 'TimeoutError', attempts: 1, sent: true, durationMs: 500, waitedMs: 0 },
  ],
  [
    'a lost comment',
    [new TypeError('terminated')],
    (client) => client.issues.comments.create('prj_web', 7, { content: 'x' }),
    { error: 'ConnectionError', endpoint: 'issues.comments.create', method: 'POST', ...comments },
  ],
  [
    'a schema',
    [json({ a: 1 })],
    (client) => client.request('GET', '/api/v1/x', { schema: rejecting }),
    { error: 'UnexpectedResponseError', status: 200, path: '/api/v1/x' },
  ],
])('a call that fails because of %s ends once, as its error says', async (_, steps, call, expected) => {
  const { client, ends } = listening(steps, { retry: false });
  const { name, callId, attempts, sent, mayHaveBeenApplied } = await errorOf(call(client));
  expect(ends).toEqual([
    expect.objectContaining({ error: name, callId, attempts: attempts.length, sent, ...expected }),
  ]);
  expect(ends[0]?.mayHaveBeenApplied).toBe(mayHaveBeenApplied);
});

const rejecting = {
  '~standard': { version: 1, vendor: 'test', validate: async () => ({ issues: [{ message: 'no' }] }) },
} as const;

test.each<[name: string, options: Partial<ClientOptions>, error: string]>([
  ['a credential function that fails', { apiKey: () => Promise.reject(gone) }, 'CredentialError'],
  [
    'a store that fails',
    { rateLimit: { store: { acquire: () => Promise.reject(gone), async release() {}, async pause() {} } } },
    'RateLimitStoreError',
  ],
])('a call that %s blocks ends unsent', async (_, options, error) => {
  const { client, ends } = listening([found], options);
  await errorOf(client.issues.get('prj_web', 7));
  expect(ends).toEqual([expect.objectContaining({ error, ...unsent })]);
});

test('a queued call ends unsent when its client is closed, when it is aborted and when its turn comes too late', async () => {
  const { client, ends } = listening([found], { rateLimit: { requests: 1 } });
  await client.issues.get('prj_web', 7);
  const controller = new AbortController();
  const calls = [{}, { signal: controller.signal }, { deadline: 1_000 }].map((options) =>
    errorOf(client.issues.get('prj_web', 7, options)),
  );
  controller.abort();
  await Promise.all(calls.slice(1));
  await client.close();
  await Promise.all(calls);
  await errorOf(client.projects.list());
  expect(ends.slice(1)).toMatchObject([
    { error: 'RateLimitError', ...unsent },
    { error: 'AbortError', ...unsent },
    { error: 'AbortError', ...unsent },
    { error: 'AbortError', endpoint: 'projects.list', ...unsent },
  ]);
  for (const end of ends.slice(1)) expect(end).not.toHaveProperty('status');
});

/** Parts that `context` always reads, beside issue and comments. */
const uncounted = capturedNames.filter((name) => !captured[name].count);

/** The response of a service with one issue to each of its requests. */
const whole: Step = ({ url }) =>
  url.endsWith('/7') ? found.clone() : url.endsWith('/tech-context') ? errorResponse(404, 'None') : empty.clone();

test.each<[name: string, steps: Step[], call: (client: IssueTrackingClient) => Promise<unknown>, end: object]>([
  [
    'context',
    [whole],
    (client) => client.issues.context('prj_web', 7),
    { endpoint: 'issues.get', path, attempts: 2 + uncounted.length, status: 200 },
  ],
  [
    'context that fails in a part',
    [({ url }) => (url.endsWith('/7') ? found.clone() : errorResponse(403, 'No'))],
    (client) => errorOf(client.issues.context('prj_web', 7, { include: ['comments'] })),
    { endpoint: 'issues.get', path, attempts: 2, status: 403, error: 'PermissionError' },
  ],
  [
    'checked comment',
    [empty, new TypeError('terminated'), json({ data: [comment('c1', 'Hello')], total: 1 })],
    (client) => client.issues.comments.create('prj_web', 7, { content: 'Hello' }, { onLostResponse: 'check' }),
    { endpoint: 'issues.comments.create', method: 'POST', attempts: 3, status: 200 },
  ],
  [
    'checked comment that is not found',
    [empty, new TypeError('terminated'), empty],
    (client) => errorOf(client.issues.comments.create('prj_web', 7, { content: 'Hello' }, { onLostResponse: 'check' })),
    {
      endpoint: 'issues.comments.create',
      attempts: 7,
      error: 'ConnectionError',
      mayHaveBeenApplied: true,
      durationMs: 15_000,
    },
  ],
  [
    'update whose response was lost',
    [new TypeError('terminated'), json({ data: issue({ status: 'blocked' }) })],
    (client) => client.issues.update('prj_web', 7, { status: 'blocked' }),
    { endpoint: 'issues.update', method: 'PATCH', attempts: 2, status: 200 },
  ],
  [
    'waitFor',
    [found, found, json({ data: issue({ status: 'verified' }) })],
    (client) => client.issues.waitFor('prj_web', 7, { status: 'verified' }, { interval: 1_000 }),
    { endpoint: 'issues.get', path, attempts: 3, status: 200, durationMs: 2_500, waitedMs: 2_500 },
  ],
])('a %s is one call, so it ends once', async (_, steps, call, expected) => {
  const { client, ends, requests } = listening(steps);
  await call(client);
  expect(ends).toEqual([expect.objectContaining({ sent: true, ...expected })]);
  expect(ends[0]?.attempts).toBe(requests.length);
});

test('each page of an iteration is a call', async () => {
  const page: Step = ({ url }) => {
    const number = Number(new URL(url).searchParams.get('page'));
    return json({ data: [listItem(number)], total: 3, page: number, totalPages: 3 });
  };
  const { client, ends } = listening([page]);
  expect(await client.issues.list('prj_web', { limit: 1 }).toArray()).toHaveLength(3);
  expect(ends).toMatchObject(times(3, () => ({ endpoint: 'issues.list', attempts: 1, status: 200 })));
});

test('a call that is blocked after a response has the status of neither', async () => {
  const { client, clock, ends } = listening([
    errorResponse(503, 'Busy', { 'retry-after': '1' }),
    errorResponse(401, 'No'),
  ]);
  const first = errorOf(client.projects.list());
  await clock.sleep(100);
  await errorOf(client.projects.list());
  const { callId } = await first;
  const end = ends.find((one) => one.callId === callId);
  expect(end).toMatchObject({ error: 'AuthenticationError', attempts: 1, sent: true });
  expect(end).not.toHaveProperty('status');
});
