import {
  ConnectionError,
  IssueTrackingClient,
  isIssueTrackingError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  type RequestOptions,
  ServerError,
  TimeoutError,
  UnprocessableError,
  ValidationError,
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
  ] as const)('a 429 on %s waits for Retry-After and is sent again [ERR-6] [LIM-2]', async (_, method) => {
    const answers = { get: found, update: changed, create: added };
    const { client, requests, elapsed } = scripted([limited('7'), answers[method]]);
    if (method === 'get') await client.issues.get('prj_web', 7);
    if (method === 'update') await client.issues.update('prj_web', 7, { status: 'open' });
    if (method === 'create') await client.issues.comments.create('prj_web', 7, { content: 'Hello' });
    expect(requests).toHaveLength(2);
    expect(elapsed()).toBeGreaterThanOrEqual(7_000);
    expect(elapsed()).toBeLessThan(8_000);
  });

  test('a wait of 0 s is a short one, not none [ERR-6]', async () => {
    const { client, elapsed } = scripted([limited('0'), found]);
    await client.issues.get('prj_web', 7);
    expect(elapsed()).toBeGreaterThanOrEqual(100);
  });

  test('a wait longer than maxRetryAfter fails at once, and the next call without a request [ERR-6] [AUTH-7]', async () => {
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

  test('a call that waits for another to prove the credential is not kept from failing at once [LIM-2]', async () => {
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

  test('a wait as long as maxRetryAfter is still waited for [ERR-6]', async () => {
    const { client, requests } = scripted([limited('7'), found], { retry: { maxRetryAfter: 7_000 } });
    await client.issues.get('prj_web', 7);
    expect(requests).toHaveLength(2);
  });

  test('a wait past the deadline fails at once', async () => {
    const { client, elapsed } = scripted([limited('30'), found]);
    expect(await failure(client.issues.get('prj_web', 7, { deadline: 20_000 }))).toBeInstanceOf(RateLimitError);
    expect(elapsed()).toBe(0);
  });

  test('a retry that could only go out when the deadline has come is not waited for', async () => {
    const late = scripted([down, found], { deadline: 300 });
    expect(await failure(late.client.issues.get('prj_web', 7))).toBeInstanceOf(ServerError);
    expect(late.elapsed()).toBe(0);
    const inTime = scripted([down, found], { deadline: 301 });
    await inTime.client.issues.get('prj_web', 7);
    expect(inTime.elapsed()).toBe(300);
  });

  test('an absurd wait pauses for no longer than the longest window the service has [AUTH-7]', async () => {
    const { client, elapsed } = scripted([limited('999999999'), found]);
    expect(await failure(client.issues.get('prj_web', 7))).toMatchObject({ retryAfterMs: 999_999_999_000 });
    await client.issues.get('prj_web', 7, { retry: { maxRetryAfter: 1_000_000 } });
    expect(elapsed()).toBeLessThanOrEqual(901_000);
  });

  test('without it, and when it is unusable, the call backs off [LIM-2]', async () => {
    const { client, elapsed } = scripted([limited(), limited('soon'), found], { rateLimit: false });
    await client.issues.get('prj_web', 7);
    expect(elapsed()).toBe(300 + 550);
  });

  test('a 503 waits for it too, but a POST is not sent again', async () => {
    const busy = errorResponse(503, 'Busy', { 'retry-after': '5' });
    const { client, elapsed } = scripted([busy, found]);
    await client.issues.get('prj_web', 7);
    expect(elapsed()).toBeGreaterThanOrEqual(5_000);

    const post = scripted([busy, added]);
    const error = await failure(post.client.issues.comments.create('prj_web', 7, { content: 'Hello' }));
    expect(error).toMatchObject({ name: 'ServerError', mayHaveBeenApplied: true });
    expect(post.requests).toHaveLength(1);
  });

  test.each([425, 500, 502, 504, 529])('on a %i it is waited for too [ERR-5]', async (status) => {
    const { client, elapsed } = scripted([errorResponse(status, 'Not now', { 'retry-after': '5' }), found]);
    await client.issues.get('prj_web', 7);
    expect(elapsed()).toBeGreaterThanOrEqual(5_000);
    const long = scripted([errorResponse(status, 'Not now', { 'retry-after': '500' }), found]);
    expect(await failure(long.client.issues.get('prj_web', 7))).toMatchObject({ status, attempts: [{ status }] });
  });

  test('a 425 was rejected before anything was done, so it is sent again, also a comment [EP-12]', async () => {
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

  test('calls that were paused together do not come back in one instant', async () => {
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

describe('what is sent again', () => {
  test.each([
    ['a 500', () => down],
    ['a 502 of a proxy', () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['a lost connection', () => reset],
    ['no connection', () => connectionRefused],
    ['a 408', () => errorResponse(408, 'Too slow')],
  ])('after %s a read is sent up to four more times, with growing waits [ERR-5]', async (_, step) => {
    const { client, requests, elapsed } = scripted([step()]);
    const error = await failure(client.issues.get('prj_web', 7));
    expect(requests).toHaveLength(5);
    expect(error.attempts.map(({ waitedMs }) => waitedMs)).toEqual([0, 300, 550, 1050, 2050]);
    expect(elapsed()).toBe(300 + 550 + 1050 + 2050);
  });

  test('a change is sent again when a read shows that the issue has not changed since [EP-9]', async () => {
    const { client, requests } = scripted([down, untouched, reset, untouched, changed]);
    await client.issues.update('prj_web', 7, { status: 'open' });
    expect(requests.map(({ method }) => method)).toEqual(['PATCH', 'GET', 'PATCH', 'GET', 'PATCH']);
  });

  test.each([
    ['a 500', down],
    ['a lost connection', reset],
    ['a 408', errorResponse(408, 'Too slow')],
    ['silence', never],
  ])('after %s a comment is not sent again, and the error says it may be there [EP-12]', async (_, step) => {
    const { client, requests } = scripted([step, added]);
    const error = await failure(client.issues.comments.create('prj_web', 7, { content: 'Hello' }));
    expect(error).toMatchObject({ mayHaveBeenApplied: true, method: 'POST' });
    expect(requests).toHaveLength(1);
  });

  test('a comment is sent again when no connection was made, for nothing can have been sent', async () => {
    const { client, requests } = scripted([connectionRefused, added]);
    await client.issues.comments.create('prj_web', 7, { content: 'Hello' });
    expect(requests).toHaveLength(2);

    const dead = scripted([connectionRefused]);
    const error = await failure(dead.client.issues.comments.create('prj_web', 7, { content: 'Hello' }));
    expect(error).toMatchObject({ name: 'ConnectionError', mayHaveBeenApplied: false });
  });

  test.each([400, 401, 403, 404, 405, 409, 410, 413, 415, 418, 422, 451])('a %i is final', async (status) => {
    const { client, requests } = scripted([errorResponse(status, 'No'), changed]);
    const error = await failure(client.issues.update('prj_web', 7, { status: 'open' }));
    expect(error).toMatchObject({ status, error: 'No', mayHaveBeenApplied: false });
    expect(requests).toHaveLength(1);
  });

  test('retry: false sends once, retry.limit as often as it says', async () => {
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

  test('what may have been applied stays so, whatever comes after', async () => {
    const { client } = scripted([reset, untouched, errorResponse(404, 'Project not found')]);
    const error = await failure(client.issues.update('prj_web', 7, { status: 'open' }));
    expect(error).toMatchObject({ name: 'NotFoundError', mayHaveBeenApplied: true });
  });

  test('a read has no such field', async () => {
    const { client } = scripted([down]);
    expect('mayHaveBeenApplied' in (await failure(client.issues.get('prj_web', 7)))).toBe(false);
  });
});

describe('an aborted write', () => {
  const reason = new Error('changed my mind');

  test.each([
    ['in flight may have been applied', 'in flight', [true]],
    ['by a hook, in the moment before it is sent, was not', 'by the hook', [false]],
    ['before it was sent was not', 'before', []],
  ] as const)('%s, and its error and the hook say so [EP-12]', async (_, when, expected) => {
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

describe("a fetch of the application's own", () => {
  test('gets text and plain members, for it may know no other Request than its own [AUTH-1] [GEN-3]', async () => {
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

  test('may respond with a body that is no stream of the platform', async () => {
    const { status, headers } = found;
    const body = { on: () => {} };
    const foreign = { status, headers, body, clone: () => foreign, text: () => found.clone().text() };
    const { client } = scripted([() => foreign as unknown as Response]);
    expect((await client.issues.get('prj_web', 7)).issueNumber).toBe(7);
  });
});

describe('time', () => {
  test('an attempt ends after timeout, headers and body together, and a read is sent again', async () => {
    const slowBody = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
    const { client, elapsed } = scripted([never, slowBody, found], { timeout: 5_000 });
    await client.issues.get('prj_web', 7);
    expect(elapsed()).toBe(5_000 + 300 + 5_000 + 550);
  });

  test('status and headers of an error count though its body never ends, at the timeout [ERR-6] [LIM-2]', async () => {
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

  test('a fetch that ignores its signal is not waited for', async () => {
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

  test('the deadline ends a call that waits for the rate limiter, unsent', async () => {
    const { client, requests, elapsed } = scripted([found], { rateLimit: { requests: 1 } });
    await client.issues.get('prj_web', 7);
    const error = await failure(client.issues.update('prj_web', 7, { priority: 'low' }, { deadline: 1_000 }));
    expect(error).toMatchObject({ name: 'TimeoutError', attempts: [], mayHaveBeenApplied: false });
    expect(requests).toHaveLength(1);
    expect(elapsed()).toBe(1_000);
  });

  test('a write whose deadline passes in flight may have been applied', async () => {
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
    ['while the body comes', () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }))],
    ['while the fetch ignores it', () => new Promise<never>(() => {})],
  ])('%s rejects with its reason, sends nothing more and leaves no listener', async (_, step) => {
    for (const options of [{}, { deadline: 10_000_000 }]) {
      const { call, requests, left } = abortedInFlight(step, options);
      await expect(call).rejects.toMatchObject({ name: 'AbortError', cause: reason });
      expect(requests).toHaveLength(1);
      expect(left()).toBeLessThanOrEqual(0);
    }
  });

  test('while waiting to try again rejects with its reason and sends nothing more', async () => {
    const controller = new AbortController();
    const hooks = { onRetry: () => controller.abort(reason) };
    const { client, requests } = scripted([limited('60'), found], { hooks });
    await expect(client.issues.get('prj_web', 7, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
      cause: reason,
    });
    expect(requests).toHaveLength(1);
  });

  test('in the queue rejects with its reason and frees the place', async () => {
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
  test.each([
    [400, ValidationError],
    [403, PermissionError],
    [404, NotFoundError],
    [422, UnprocessableError],
    [500, ServerError],
    [599, ServerError],
  ])('a %i is its own class [ERR-1] [ERR-3] [ERR-5] [AUTH-4] [AUTH-6]', async (status, Class) => {
    const { client } = scripted([errorResponse(status, 'Said so')], { retry: false });
    const error = await failure(client.issues.get('prj_web', 7));
    expect(error).toBeInstanceOf(Class);
    expect(error).toMatchObject({ name: Class.name, status, error: 'Said so', endpoint: 'issues.get' });
  });

  test('a 403 names the scope that its endpoint needs [AUTH-4] [AUTH-5]', async () => {
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
    'a 403 for another reason, here %j, names no scope [STA-5] [STA-6]',
    async (text) => {
      const { client } = scripted([errorResponse(403, text)]);
      const error = (await failure(client.issues.update('prj_web', 7, { priority: 'low' }))) as PermissionError;
      expect(error).toBeInstanceOf(PermissionError);
      expect(error.requiredScope).toBeUndefined();
      expect(error.message.endsWith(`: 403 ${text}`), error.message).toBe(true);
    },
  );

  test('a validation failure names each member [ERR-2] [ERR-4] [EP-10]', async () => {
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
    ['{"error":{"message":"x"}}', 'no description given'],
    ['{"error":""}', 'no description given'],
    ['{"error":"Gone","details":"x"}', 'Gone'],
    ['{"error":"Gone","details":[null,{"field":1},{"field":"a","message":"b"}]}', 'Gone'],
  ])('a body of %s has the error %s [ERR-1]', async (body, text) => {
    const { client } = scripted([new Response(body, { status: 404 })]);
    expect(await failure(client.issues.get('prj_web', 7))).toMatchObject({ name: 'NotFoundError', error: text });
  });

  test('an endless error text is cut', async () => {
    const { client } = scripted([errorResponse(404, 'x'.repeat(100_000))]);
    const error = await failure(client.issues.get('prj_web', 7));
    expect(error.message.length).toBeLessThan(1_200);
  });

  test.each([301, 302, 303, 307, 308])('a %i is not followed with the credential [EP-12]', async (status) => {
    const { client, requests } = scripted([
      new Response(null, { status, headers: { location: 'https://evil.example/x?y' } }),
    ]);
    const error = await failure(client.issues.comments.create('prj_web', 7, { content: 'Hello' }));
    expect(error).toMatchObject({ name: 'UnexpectedResponseError', status });
    expect(error.message).toContain('redirect to https://evil.example,');
    expect(requests).toHaveLength(1);
    expect(requests[0]?.redirect).toBe('manual');
  });

  test.each([301, 302, 303, 304, 307, 308])(
    'a write that a %i answers may have been applied, and is not sent again [EP-12]',
    async (status) => {
      const { client, requests } = scripted([new Response(null, { status })]);
      const { comments } = client.issues;
      const created = await failure(comments.create('prj_web', 7, { content: 'Hello' }));
      const updated = await failure(client.issues.update('prj_web', 7, { status: 'in_progress' }));
      expect([created.mayHaveBeenApplied, updated.mayHaveBeenApplied]).toEqual([true, true]);
      expect(requests).toHaveLength(2);
      expect('mayHaveBeenApplied' in (await failure(client.issues.get('prj_web', 7)))).toBe(false);
    },
  );

  test('a lost connection keeps a cause that holds no request', async () => {
    const { client } = scripted([reset], { retry: false });
    const error = await failure(client.issues.get('prj_web', 7));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.cause).toMatchObject({ name: 'TypeError', message: 'fetch failed', cause: { code: 'ECONNRESET' } });
    expect(Object.keys(error.cause ?? {})).toEqual(['name']);
  });

  const connectionFailed = (code: string, message: string) => () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });
  };

  test('where no response came, the message names host and root cause', async () => {
    const get = 'GET /api/v1/projects/prj_web/issues/7: ';
    const messageOf = async (step: Step) =>
      (await failure(scripted([step], { retry: false }).client.issues.get('prj_web', 7))).message;
    expect(await messageOf(connectionRefused)).toBe(`${get}could not connect to issues.test:443: connect ECONNREFUSED`);
    expect(await messageOf(reset)).toBe(`${get}the connection to issues.test:443 was lost: read ECONNRESET`);
  });

  test('a certificate that is not accepted fails at once and is named', async () => {
    const { client, requests } = scripted([connectionFailed('CERT_HAS_EXPIRED', 'certificate has expired')]);
    const error = await failure(client.issues.comments.create('prj_web', 7, { content: 'Hello' }));
    expect(error).toMatchObject({ name: 'ConnectionError', mayHaveBeenApplied: false });
    expect(error.message).toMatch(/could not connect to issues\.test:443: certificate has expired$/);
    expect(requests).toHaveLength(1);
  });

  test.each([
    [404, ' Check baseUrl.'],
    [502, ''],
  ])('a %i with an HTML page is reported as such', async (status, advice) => {
    const page = new Response('<!doctype html>', { status, headers: { 'content-type': 'text/html' } });
    const error = await failure(scripted([page], { retry: false }).client.issues.get('prj_web', 7));
    expect(error.message).toMatch(
      new RegExp(`: ${status} with an HTML page, not a response of this API\\.?${advice}$`),
    );
  });

  test('a success that ends in the middle is tried again on a read', async () => {
    const { client, requests } = scripted([new Response('{"data":{"issueNumber":7,"ti'), found]);
    await client.issues.get('prj_web', 7);
    expect(requests).toHaveLength(2);
  });

  test('hundreds of long details make no message of megabytes', async () => {
    const details = Array.from({ length: 400 }, (_, i) => ({ field: `f${i}`, message: 'x'.repeat(45_000) }));
    const { client } = scripted([json({ error: 'Invalid input', details }, { status: 400 })]);
    const error = await failure(client.issues.get('prj_web', 7));
    expect(error.message.length).toBeLessThanOrEqual(3000);
    expect(JSON.stringify(error).length).toBeLessThan(150_000);
  });

  test.each([
    [
      'an error whose cause cannot be read',
      () =>
        Promise.reject({
          get cause() {
            throw new Error('no');
          },
        }),
    ],
    [
      'an error whose code cannot be read',
      () =>
        Promise.reject(
          new Proxy(new Error(), {
            get: () => {
              throw new Error('no');
            },
          }),
        ),
    ],
    ['nothing', () => Promise.reject(undefined)],
    [
      'a text, at once',
      () => {
        throw 'no';
      },
    ],
    [
      'a response whose headers cannot be read',
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
      'a response whose body cannot be read',
      () =>
        Promise.resolve({
          status: 200,
          headers: new Headers(),
          get body() {
            throw new Error('no');
          },
        }),
    ],
  ])('a fetch that returns %s is a lost connection', async (_, fetch) => {
    const options = { baseUrl: 'https://issues.test', apiKey: 'svc_key', retry: false } as const;
    const client = new IssueTrackingClient({ ...options, fetch: fetch as never });
    expect(await failure(client.issues.get('prj_web', 7))).toBeInstanceOf(ConnectionError);
  });

  test('something that is no response is a lost connection', async () => {
    const { client } = scripted([() => ({}) as Response], { retry: false });
    expect(await failure(client.issues.get('prj_web', 7))).toBeInstanceOf(ConnectionError);
  });
});
