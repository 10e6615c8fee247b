import {
  ConnectionError,
  IssueTrackingClient,
  isIssueTrackingError,
  PermissionError,
  RateLimitError,
  type RequestOptions,
  ServerError,
  TimeoutError,
} from '@issue-tracking/sdk';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { comment, issue } from '../../test/support/records.ts';
import { errorResponse, json, never, type Step, scripted } from '../../test/support/scripted-service.ts';

const found = json({ data: issue() });
const changed = json({
  data: { issueNumber: 7, status: 'open', priority: 'low', updatedAt: '2026-04-01T09:30:00.000Z' },
});
/** An issue that was last changed a month ago. */
const untouched = json(
  { data: issue({ status: 'blocked', updatedAt: '2026-03-01T09:30:00.000Z' }) },
  { headers: { date: 'Wed, 01 Apr 2026 09:30:00 GMT' } },
);
const added = json({ data: comment('c1', 'Hello') }, { status: 201 });
const limited = (retryAfter?: string) =>
  errorResponse(429, 'Too many requests', retryAfter === undefined ? {} : { 'retry-after': retryAfter });
const down = errorResponse(500, 'Internal error');
const reset = () => {
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }),
  });
};
const connectionRefused = () => {
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }),
  });
};

async function failure(call: Promise<unknown>) {
  const error = await call.then(
    () => expect.unreachable('it did not fail'),
    (reason: unknown) => reason,
  );
  if (!isIssueTrackingError(error)) throw error;
  return error;
}

// Jitter at its middle: waits are exact.
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('Retry-After', () => {
  test.each([
    ['GET', 'get'],
    ['PATCH', 'update'],
    ['POST', 'create'],
  ] as const)('of a 429 on %s is waited for, and the request is sent again [ERR-6] [LIM-2]', async (_, method) => {
    const answers = { get: found, update: changed, create: added };
    const { client, requests, elapsed } = scripted([limited('7'), answers[method]]);
    if (method === 'get') await client.issues.get('prj_web', 7);
    if (method === 'update') await client.issues.update('prj_web', 7, { status: 'open' });
    if (method === 'create') await client.issues.comments.create('prj_web', 7, { content: 'Hello' });
    expect(requests).toHaveLength(2);
    expect(elapsed()).toBeGreaterThanOrEqual(7_000);
    expect(elapsed()).toBeLessThan(8_000);
  });

  test('of 0 s is still waited for at least 100 ms [ERR-6]', async () => {
    const { client, elapsed } = scripted([limited('0'), found]);
    await client.issues.get('prj_web', 7);
    expect(elapsed()).toBeGreaterThanOrEqual(100);
  });

  test('longer than maxRetryAfter rejects the call at once, and the next call without a request [ERR-6] [AUTH-7]', async () => {
    const { client, requests, elapsed } = scripted([limited('900'), found]);
    const first = await failure(client.issues.get('prj_web', 7));
    expect(first).toBeInstanceOf(RateLimitError);
    expect(first).toMatchObject({
      retryAfterMs: 900_000,
      attempts: [{ status: 429, error: 'RateLimitError', waitedMs: 0 }],
    });

    const second = await failure(client.issues.get('prj_web', 7));
    expect(second).toMatchObject({
      name: 'RateLimitError',
      retryAfterMs: 900_000,
      attempts: [],
      endpoint: 'issues.get',
    });
    expect(second.message).toMatch(/^GET \/api\/v1\/projects\/prj_web\/issues\/7: 429 /);
    expect(requests).toHaveLength(1);
    expect(elapsed()).toBe(0);

    await client.issues.get('prj_web', 7, { retry: { maxRetryAfter: 1_000_000 } });
    expect(elapsed()).toBeGreaterThanOrEqual(900_000);
  });

  test('longer than the deadline or maxRetryAfter rejects queued calls at once, while others wait for the probe [LIM-2]', async () => {
    const { client, elapsed, requests } = scripted([limited('60'), found]);
    const get = (options?: RequestOptions) => client.issues.get('prj_web', 7, options);
    const impatient = (options: RequestOptions) =>
      get(options).then(
        () => expect.unreachable('it waited'),
        (error: unknown) => ({ error, at: elapsed(), sent: requests.length }),
      );
    const patient = [get(), get()];
    const impatients = await Promise.all([
      impatient({ deadline: 5000 }),
      impatient({ retry: { maxRetryAfter: 1000 } }),
    ]);
    const late = await impatient({ deadline: 5000 });
    for (const { error, at, sent } of [...impatients, late]) {
      expect(error).toBeInstanceOf(RateLimitError);
      expect(error).toMatchObject({ retryAfterMs: 60_000, attempts: [] });
      expect([at, sent]).toEqual([0, 1]);
    }
    await Promise.all(patient);
  });

  test('equal to maxRetryAfter is waited for [ERR-6]', async () => {
    const { client, requests } = scripted([limited('7'), found], { retry: { maxRetryAfter: 7_000 } });
    await client.issues.get('prj_web', 7);
    expect(requests).toHaveLength(2);
  });

  test('past the deadline rejects the call at once', async () => {
    const { client, elapsed } = scripted([limited('30'), found]);
    expect(await failure(client.issues.get('prj_web', 7, { deadline: 20_000 }))).toBeInstanceOf(RateLimitError);
    expect(elapsed()).toBe(0);
  });

  test('a retry that could start only at the deadline rejects the call at once', async () => {
    const late = scripted([down, found], { deadline: 175 });
    expect(await failure(late.client.issues.get('prj_web', 7))).toBeInstanceOf(ServerError);
    expect(late.elapsed()).toBe(0);
    const inTime = scripted([down, found], { deadline: 176 });
    await inTime.client.issues.get('prj_web', 7);
    expect(inTime.elapsed()).toBe(175);
  });

  test('of any length pauses the credential for at most 15 minutes [AUTH-7]', async () => {
    const { client, elapsed } = scripted([limited('999999999'), found]);
    expect(await failure(client.issues.get('prj_web', 7))).toMatchObject({ retryAfterMs: 999_999_999_000 });
    await client.issues.get('prj_web', 7, { retry: { maxRetryAfter: 1_000_000 } });
    expect(elapsed()).toBeLessThanOrEqual(901_000);
  });

  test('missing or invalid makes the call back off [LIM-2]', async () => {
    const { client, elapsed } = scripted([limited(), limited('soon'), found], { rateLimit: false });
    await client.issues.get('prj_web', 7);
    expect(elapsed()).toBe(175 + 300);
  });

  test('of a 503 is waited for, but a POST is not sent again', async () => {
    const busy = errorResponse(503, 'Busy', { 'retry-after': '5' });
    const { client, elapsed } = scripted([busy, found]);
    await client.issues.get('prj_web', 7);
    expect(elapsed()).toBeGreaterThanOrEqual(5_000);

    const post = scripted([busy, added]);
    const error = await failure(post.client.issues.comments.create('prj_web', 7, { content: 'Hello' }));
    expect(error).toMatchObject({ name: 'ServerError', mayHaveBeenApplied: true });
    expect(post.requests).toHaveLength(1);
  });

  test.each([425, 500, 502, 504, 529])('of a %i is waited for too [ERR-5]', async (status) => {
    const { client, elapsed } = scripted([errorResponse(status, 'Not now', { 'retry-after': '5' }), found]);
    await client.issues.get('prj_web', 7);
    expect(elapsed()).toBeGreaterThanOrEqual(5_000);
    const long = scripted([errorResponse(status, 'Not now', { 'retry-after': '500' }), found]);
    expect(await failure(long.client.issues.get('prj_web', 7))).toMatchObject({ status, attempts: [{ status }] });
  });

  test('a 425 was rejected before processing, so even a comment is sent again [EP-12]', async () => {
    const { client, requests } = scripted([errorResponse(425, 'Too early'), added]);
    expect((await client.issues.comments.create('prj_web', 7, { content: 'Hello' })).id).toBe('c1');
    expect(requests).toHaveLength(2);
    const rejectedTwice = scripted([errorResponse(425, 'Too early')], { retry: { limit: 1 } });
    expect(
      await failure(rejectedTwice.client.issues.comments.create('prj_web', 7, { content: 'Hello' })),
    ).toMatchObject({
      status: 425,
      sent: true,
      mayHaveBeenApplied: false,
    });
  });

  test('calls that were paused together resume at different times', async () => {
    vi.mocked(Math.random).mockRestore();
    const arrivals: number[] = [];
    let rejections = 20;
    const { client, clock } = scripted([
      () => found.clone(),
      () => {
        if (rejections-- > 0) return limited('10');
        arrivals.push(clock.now());
        return found.clone();
      },
    ]);
    await client.issues.get('prj_web', 7);
    await Promise.all(Array.from({ length: 20 }, () => client.issues.get('prj_web', 7)));
    expect(new Set(arrivals).size).toBe(20);
  });
});

describe('a call after a failure', () => {
  test.each([
    ['a 500', () => down],
    ['a 502 of a proxy', () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['a lost connection', () => reset],
    ['a refused connection', () => connectionRefused],
    ['a 408', () => errorResponse(408, 'Too slow')],
  ])('is sent again after %s up to four times if it is a read, with growing waits [ERR-5]', async (_, step) => {
    const { client, requests, elapsed } = scripted([step()]);
    const error = await failure(client.issues.get('prj_web', 7));
    expect(requests).toHaveLength(5);
    expect(error.attempts.map(({ waitedMs }) => waitedMs)).toEqual([0, 175, 300, 550, 1050]);
    expect(elapsed()).toBe(175 + 300 + 550 + 1050);
  });

  test('is sent again for an update, if a read shows that the issue has not changed since [EP-9]', async () => {
    const { client, requests } = scripted([down, untouched, reset, untouched, changed]);
    await client.issues.update('prj_web', 7, { status: 'open' });
    expect(requests.map(({ method }) => method)).toEqual(['PATCH', 'GET', 'PATCH', 'GET', 'PATCH']);
  });

  test('is sent again for a comment if no connection was made, because nothing was sent', async () => {
    const { client, requests } = scripted([connectionRefused, added]);
    await client.issues.comments.create('prj_web', 7, { content: 'Hello' });
    expect(requests).toHaveLength(2);

    const dead = scripted([connectionRefused]);
    const error = await failure(dead.client.issues.comments.create('prj_web', 7, { content: 'Hello' }));
    expect(error).toMatchObject({ name: 'ConnectionError', mayHaveBeenApplied: false });
  });

  test('is sent once with `retry: false`, and `retry.limit` times more otherwise', async () => {
    for (const [retry, sent] of [
      [false, 1],
      [{ limit: 0 }, 1],
      [{ limit: 2 }, 3],
    ] as const) {
      const { client, requests } = scripted([down], { retry });
      await failure(client.issues.get('prj_web', 7));
      expect(requests).toHaveLength(sent);
      await failure(client.issues.get('prj_web', 7, { retry: { limit: 1 } }));
      expect(requests).toHaveLength(sent + 2);
    }
  });

  test('keeps `mayHaveBeenApplied: true` after later attempts that fail otherwise', async () => {
    const { client } = scripted([reset, untouched, errorResponse(404, 'Project not found')]);
    const error = await failure(client.issues.update('prj_web', 7, { status: 'open' }));
    expect(error).toMatchObject({ name: 'NotFoundError', mayHaveBeenApplied: true });
  });

  test('has no `mayHaveBeenApplied` if it is a read', async () => {
    const { client } = scripted([down]);
    expect('mayHaveBeenApplied' in (await failure(client.issues.get('prj_web', 7)))).toBe(false);
  });
});

describe('a DELETE whose response was lost', () => {
  const comment = '/api/v1/projects/prj_web/issues/7/comments/cmt_1';
  const gone = errorResponse(404, 'Comment not found');

  test('is done if the service no longer finds what it deletes', async () => {
    for (const failure of [reset, down]) {
      const { client, requests } = scripted([failure, gone]);
      const { data, response } = await client.request('DELETE', comment).withResponse();
      expect([data, response.status, requests.length]).toEqual([undefined, 404, 2]);
    }
  });

  test('fails with a 404 that does not show that an earlier request has deleted it', async () => {
    const page = new Response('<h1>Not found</h1>', { status: 404, headers: { 'content-type': 'text/html' } });
    for (const steps of [[gone], [limited('1'), gone], [connectionRefused, gone], [reset, page]])
      await expect(scripted(steps).client.request('DELETE', comment)).rejects.toMatchObject({ status: 404 });
    await expect(scripted([reset, gone]).client.request('PUT', comment)).rejects.toMatchObject({ status: 404 });
  });
});

describe('an aborted write', () => {
  const reason = new Error('changed my mind');

  test.each([
    ['in flight may have been applied', 'in flight', [true]],
    ['by the onRequest hook was not sent', 'by the hook', [false]],
    ['before the call was not sent', 'before', []],
  ] as const)('%s, as its error and the onResponse hook report [EP-12]', async (_, when, expected) => {
    const controller = new AbortController();
    const told: unknown[] = [];
    const { client } = scripted([never], {
      hooks: {
        onRequest: () => {
          if (when === 'by the hook') controller.abort(reason);
          else setImmediate(() => controller.abort(reason));
        },
        onResponse: ({ error, mayHaveBeenApplied }) => told.push(error === 'AbortError' && mayHaveBeenApplied),
      },
    });
    if (when === 'before') controller.abort(reason);
    const { signal } = controller;
    const call = client.issues.comments.create('prj_web', 7, { content: 'Hello' }, { signal });
    const wasSent = when === 'in flight';
    expect(await failure(call)).toMatchObject({
      name: 'AbortError',
      cause: reason,
      sent: wasSent,
      mayHaveBeenApplied: wasSent,
      attempts: told.length > 0 ? [{ error: 'AbortError' }] : [],
      callId: expect.any(Number),
      message: expect.stringContaining(wasSent ? 'the service may have applied it' : 'before anything was sent'),
    });
    expect(told).toEqual(expected);
  });
});

describe('a custom fetch', () => {
  test('gets a URL as text and plain members, because it may have a Request class of its own [AUTH-1] [GEN-3]', async () => {
    const fetch = vi.fn(async (_input: RequestInfo | URL, _init?: RequestInit) => added.clone());
    const { client } = scripted([], { fetch });
    await client.issues.comments.create('prj_web', 7, { content: 'Hello' });
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe('https://issues.test/api/v1/projects/prj_web/issues/7/comments');
    expect(init).toEqual({
      method: 'POST',
      headers: expect.objectContaining({ authorization: 'Bearer svc_key', 'content-type': 'application/json' }),
      body: '{"content":"Hello"}',
      redirect: 'manual',
      signal: expect.any(AbortSignal),
    });
  });

  test('may return a body that is not a stream of the platform', async () => {
    const { status, headers } = found;
    const body = { on: () => {} };
    const foreign = { status, headers, body, clone: () => foreign, text: () => found.clone().text() };
    const { client } = scripted([() => foreign as unknown as Response]);
    expect((await client.issues.get('prj_web', 7)).issueNumber).toBe(7);
  });
});

describe('timeouts', () => {
  test('an attempt ends after `timeout`, which covers headers and body, and a read is sent again', async () => {
    const slowBody = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
    const { client, elapsed } = scripted([never, slowBody, found], { timeout: 5_000 });
    await client.issues.get('prj_web', 7);
    expect(elapsed()).toBe(5_000 + 175 + 5_000 + 300);
  });

  test('status and headers of an error count even if its body does not end before the timeout [ERR-6] [LIM-2]', async () => {
    const endless = (status: number) => () =>
      new Response(new ReadableStream({ pull: () => new Promise(() => {}) }), {
        status,
        headers: { 'retry-after': '60' },
      });
    const { client, elapsed } = scripted([endless(429), added], { timeout: 5_000 });
    await client.issues.comments.create('prj_web', 7, { content: 'Hello' });
    expect(elapsed()).toBeGreaterThanOrEqual(5_000 + 60_000);
    const rejected = scripted([endless(403)], { timeout: 5_000 });
    expect(await failure(rejected.client.issues.update('prj_web', 7, { status: 'open' }))).toMatchObject({
      name: 'PermissionError',
      mayHaveBeenApplied: false,
      attempts: [{ status: 403 }],
    });
  });

  test('a call times out even if fetch ignores its signal', async () => {
    const deaf = () => new Promise<never>(() => {});
    const { client, elapsed } = scripted([deaf], { timeout: 1_000, retry: false });
    const error = await failure(client.issues.get('prj_web', 7));
    expect(error).toMatchObject({
      name: 'TimeoutError',
      option: 'timeout',
      limitMs: 1_000,
      attempts: [{ error: 'TimeoutError' }],
    });
    expect(elapsed()).toBe(1_000);
  });

  test.each([
    ['in flight', never],
    ['between attempts', down],
  ])('the deadline ends a call %s', async (_, step) => {
    const { client, elapsed } = scripted([step], { deadline: 2_000 });
    const error = await failure(client.issues.get('prj_web', 7));
    expect(elapsed()).toBeLessThanOrEqual(2_000);
    expect(error).toBeInstanceOf(step === never ? TimeoutError : ServerError);
    if (step === never)
      expect(error).toMatchObject({ option: 'deadline', limitMs: 2_000, attempts: [{ error: 'AbortError' }] });
  });

  test('a write in flight at its deadline may have been applied', async () => {
    const { client } = scripted([never], { deadline: 1_000 });
    const error = await failure(client.issues.comments.create('prj_web', 7, { content: 'Hello' }));
    expect(error).toMatchObject({ name: 'TimeoutError', mayHaveBeenApplied: true });
  });
});

describe('an abort', () => {
  const reason = new Error('changed my mind');

  test('before the call sends nothing', async () => {
    const { client, requests } = scripted([found]);
    await expect(client.issues.get('prj_web', 7, { signal: AbortSignal.abort(reason) })).rejects.toMatchObject({
      name: 'AbortError',
      cause: reason,
    });
    expect(requests).toHaveLength(0);
  });

  /** A call whose signal aborts as soon as its request has gone out. */
  function abortedInFlight(step: Step, options?: RequestOptions) {
    const controller = new AbortController();
    const listeners = vi.spyOn(controller.signal, 'addEventListener');
    const removed = vi.spyOn(controller.signal, 'removeEventListener');
    const abort = () => setImmediate(() => controller.abort(reason));
    const { client, requests } = scripted([step], { hooks: { onRequest: abort } });
    const call = client.issues.get('prj_web', 7, { ...options, signal: controller.signal });
    return { call, requests, left: () => listeners.mock.calls.length - removed.mock.calls.length };
  }

  test.each([
    ['in flight', never],
    ['during the body', () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }))],
    ['that fetch ignores', () => new Promise<never>(() => {})],
  ])('%s rejects with its reason, sends nothing more and leaves no listener', async (_, step) => {
    for (const options of [{}, { deadline: 10_000_000 }]) {
      const { call, requests, left } = abortedInFlight(step, options);
      await expect(call).rejects.toMatchObject({ name: 'AbortError', cause: reason });
      expect(requests).toHaveLength(1);
      expect(left()).toBeLessThanOrEqual(0);
    }
  });

  test('during a wait for a retry rejects with its reason and sends nothing more', async () => {
    const controller = new AbortController();
    const hooks = { onRetry: () => controller.abort(reason) };
    const { client, requests } = scripted([limited('60'), found], { hooks });
    await expect(client.issues.get('prj_web', 7, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
      cause: reason,
    });
    expect(requests).toHaveLength(1);
  });

  test('in the queue rejects with its reason and removes the call from the queue', async () => {
    const controller = new AbortController();
    const onWait = () => setImmediate(() => controller.abort(reason));
    const { client, requests } = scripted([found], { rateLimit: { requests: 1 }, hooks: { onWait } });
    await client.issues.get('prj_web', 7);
    await expect(client.issues.get('prj_web', 7, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
      cause: reason,
    });
    expect(client.rateLimit.queued).toBe(0);
    expect(requests).toHaveLength(1);
  });
});

describe('errors', () => {
  test('the error of a 403 contains the scope that its endpoint needs [AUTH-4] [AUTH-5]', async () => {
    const { client } = scripted([errorResponse(403, 'Insufficient scope')]);
    const { issues, projects } = client;
    const calls: [Promise<unknown>, string | undefined][] = [
      [projects.list(), 'projects:read'],
      [issues.get('prj_web', 7), 'issues:read'],
      [issues.update('prj_web', 7, { status: 'open' }), 'issues:write'],
      [issues.comments.create('prj_web', 7, { content: 'x' }), 'issues:write'],
      [client.request('GET', '/api/v1/projects'), undefined],
    ];
    for (const [call, scope] of calls) {
      const error = (await failure(call)) as PermissionError;
      expect(error.requiredScope).toBe(scope);
      const advice = scope ? `. The endpoint needs the scope ${scope}.` : '';
      expect(error.message.endsWith(`: 403 Insufficient scope${advice}`), error.message).toBe(true);
    }
  });

  test.each(['Status verified cannot be set through the API', 'Forbidden'])(
    'the error of a 403 for another reason, here %j, contains no scope [STA-5] [STA-6]',
    async (text) => {
      const { client } = scripted([errorResponse(403, text)]);
      const error = (await failure(client.issues.update('prj_web', 7, { priority: 'low' }))) as PermissionError;
      expect(error).toBeInstanceOf(PermissionError);
      expect(error.requiredScope).toBeUndefined();
      expect(error.message.endsWith(`: 403 ${text}`), error.message).toBe(true);
    },
  );

  test('the message of a validation failure contains each member [ERR-2] [ERR-4] [EP-10]', async () => {
    const details = [{ field: 'status', message: 'must be one of: open' }];
    const answer = json({ error: 'Invalid input', details }, { status: 400 });
    const { client } = scripted([answer]);
    const error = await failure(client.issues.update('prj_web', 7, { status: 'open' }));
    expect(error).toMatchObject({ name: 'ValidationError', details });
    expect(error.message).toBe(
      'PATCH /api/v1/projects/prj_web/issues/7: 400 Invalid input (status must be one of: open)',
    );
  });

  test.each([
    ['<html>Not found</html>', 'with an HTML page, not a response of this API'],
    ['', 'no description given'],
    ['null', 'no description given'],
    ['[]', 'no description given'],
    ['{"error":{"message":"No such route"}}', 'No such route'],
    ['{"message":"Rate exceeded"}', 'Rate exceeded'],
    ['{"title":"Not Found","detail":"no such issue"}', 'no such issue'],
    ['{"title":"Not Found"}', 'Not Found'],
    ['{"error":"Gone","message":"It has moved"}', 'Gone'],
    ['{"error":{},"message":5}', 'no description given'],
    ['"Rate exceeded"', 'Rate exceeded'],
    ['upstream connect error\n', 'upstream connect error'],
    ['x'.repeat(301), 'no description given'],
    ['<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', 'with XML, not a response of this API'],
    ['<?xml version="1.0"?><!DOCTYPE html><html></html>', 'with an HTML page, not a response of this API'],
    ['{"error":""}', 'no description given'],
    ['{"error":"Gone","details":"x"}', 'Gone'],
    ['{"errors":[{"detail":"name is too long","title":"Invalid"},{"title":"Late"}]}', 'name is too long; Late'],
    ['{"errors":["Payload too large"]}', 'Payload too large'],
    ['{"error_description":"bad scope","error":""}', 'bad scope'],
    ['{"reason":"IP not allowed"}', 'IP not allowed'],
    ['{"error":{"code":7,"reason":"internal"}}', 'internal'],
    ['{"errors":[]}', 'no description given'],
    ['{"errors":[[[[["deep"]]]]]}', 'no description given'],
    ['{"error":"Gone","details":[null,{"field":1},{"field":"a","message":"b"}]}', 'Gone'],
  ])('the error text of a 404 with the body %s is "%s" [ERR-1]', async (body, text) => {
    const { client } = scripted([new Response(body, { status: 404 })]);
    expect(await failure(client.issues.get('prj_web', 7))).toMatchObject({ name: 'NotFoundError', error: text });
  });

  test.each([
    ['text/plain; charset=ISO-8859-1', 'caf\u00e9', [0x63, 0x61, 0x66, 0xe9]],
    ['text/plain; charset="windows-1252"', '\u201cno\u201d', [0x93, 0x6e, 0x6f, 0x94]],
    ['text/plain; charset=utf-8', 'caf\u00e9', [0x63, 0x61, 0x66, 0xc3, 0xa9]],
    ['text/plain; charset=unheard-of', 'caf\u00e9', [0x63, 0x61, 0x66, 0xc3, 0xa9]],
  ])('the text of an error in %s is "%s" [GEN-2]', async (type, text, bytes) => {
    const body = new Response(new Uint8Array(bytes), { status: 400, headers: { 'content-type': type } });
    expect(await failure(scripted([body]).client.projects.list())).toMatchObject({ error: text });
  });

  test.each([
    ['Project not found', 'issues.get', ' Use its id, not its slug. It may belong to another organization.'],
    ['Issue not found', 'issues.get', ' Check the number: the project was found.'],
    ['Not found', 'issues.get', ' It may belong to another organization.'],
    ['Issue not found', 'request', ' It may belong to another organization.'],
  ])('the message of a 404 with %j to %s says what to check [ERR-3] [AUTH-6]', async (error, endpoint, advice) => {
    const { client } = scripted([errorResponse(404, error)]);
    const path = '/api/v1/projects/web/issues/7';
    const call = endpoint === 'request' ? client.request('GET', path) : client.issues.get('web', 7);
    expect((await failure(call)).message).toBe(`GET ${path}: 404 ${error}.${advice}`);
  });

  test.each([301, 302, 303, 307, 308])('a redirect with %i is not followed [EP-12]', async (status) => {
    const { client, requests } = scripted([
      new Response(null, { status, headers: { location: 'https://evil.example/x?y' } }),
    ]);
    const error = await failure(client.issues.comments.create('prj_web', 7, { content: 'Hello' }));
    expect(error).toMatchObject({ name: 'UnexpectedResponseError', status });
    expect(error.message).toContain('redirect to https://evil.example,');
    expect(requests).toHaveLength(1);
    expect(requests[0]?.redirect).toBe('manual');
  });

  test('the cause of a lost connection contains no request', async () => {
    const { client } = scripted([reset], { retry: false });
    const error = await failure(client.issues.get('prj_web', 7));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.cause).toMatchObject({ name: 'TypeError', message: 'fetch failed', cause: { code: 'ECONNRESET' } });
    expect(Object.keys(error.cause ?? {})).toEqual(['name']);
  });

  const connectionFailed = (code: string, message: string) => () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });
  };

  test('the message of a connection error contains the host and the root cause', async () => {
    // A mock of the same host, made by another file of this process, would add its advice.
    const baseUrl = 'https://no-mock.test';
    const get = 'GET /api/v1/projects/prj_web/issues/7: ';
    const messageOf = async (step: Step) =>
      (await failure(scripted([step], { retry: false, baseUrl }).client.issues.get('prj_web', 7))).message;
    expect(await messageOf(connectionRefused)).toBe(`${get}could not connect to no-mock.test: connect ECONNREFUSED`);
    expect(await messageOf(reset)).toBe(`${get}the connection to no-mock.test was lost: read ECONNRESET`);
  });

  test('an invalid certificate rejects the call at once with its reason', async () => {
    const expired = connectionFailed('CERT_HAS_EXPIRED', 'certificate has expired');
    const { client, requests } = scripted([expired], { baseUrl: 'https://no-mock.test' });
    const error = await failure(client.issues.comments.create('prj_web', 7, { content: 'Hello' }));
    expect(error).toMatchObject({ name: 'ConnectionError', mayHaveBeenApplied: false });
    expect(error.message).toMatch(/could not connect to no-mock\.test: certificate has expired$/);
    expect(requests).toHaveLength(1);
  });

  test.each([
    [404, ' Check baseUrl.'],
    [502, ''],
  ])('the message of a %i with an HTML page says so', async (status, advice) => {
    const page = new Response('<!doctype html>', { status, headers: { 'content-type': 'text/html' } });
    const error = await failure(scripted([page], { retry: false }).client.issues.get('prj_web', 7));
    expect(error.message).toMatch(
      new RegExp(`: ${status} with an HTML page, not a response of this API\\.?${advice}$`),
    );
  });

  test('the length of messages is limited, even with hundreds of long details', async () => {
    const details = Array.from({ length: 400 }, (_, i) => ({ field: `f${i}`, message: 'x'.repeat(4_500) }));
    const { client } = scripted([json({ error: 'Invalid input', details }, { status: 400 })]);
    const error = await failure(client.issues.get('prj_web', 7));
    expect(error.message.length).toBeLessThanOrEqual(3000);
    expect(JSON.stringify(error).length).toBeLessThan(150_000);
  });

  test.each([
    [
      'rejects with an error whose cause cannot be read',
      () =>
        Promise.reject({
          get cause() {
            throw new Error('no');
          },
        }),
    ],
    [
      'rejects with an error whose code cannot be read',
      () =>
        Promise.reject(
          new Proxy(new Error(), {
            get: () => {
              throw new Error('no');
            },
          }),
        ),
    ],
    ['rejects with undefined', () => Promise.reject(undefined)],
    [
      'throws a string synchronously',
      () => {
        throw 'no';
      },
    ],
    [
      'returns a response whose headers cannot be read',
      () =>
        Promise.resolve({
          status: 200,
          headers: {
            get() {
              throw new Error('no');
            },
          },
        }),
    ],
    [
      'returns a response whose body cannot be read',
      () =>
        Promise.resolve({
          status: 200,
          headers: new Headers(),
          get body() {
            throw new Error('no');
          },
        }),
    ],
  ])('a fetch that %s is a lost connection', async (_, fetch) => {
    const options = { baseUrl: 'https://issues.test', apiKey: 'svc_key', retry: false } as const;
    const client = new IssueTrackingClient({ ...options, fetch: fetch as never });
    expect(await failure(client.issues.get('prj_web', 7))).toBeInstanceOf(ConnectionError);
  });

  test('a fetch that returns no response is a lost connection', async () => {
    const { client } = scripted([() => ({}) as Response], { retry: false });
    expect(await failure(client.issues.get('prj_web', 7))).toBeInstanceOf(ConnectionError);
  });
});
