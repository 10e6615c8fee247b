import { describe, expect, test } from 'vitest';
import { issue } from '../../test/support/records.ts';
import { errorResponse, json, never, scripted } from '../../test/support/scripted-service.ts';

const start = Date.parse('2026-04-01T09:30:00.000Z');
const iso = (ms: number) => new Date(ms).toISOString();
const lost = new TypeError('terminated');
const changed = json({ data: { issueNumber: 7, status: 'fix_submitted', priority: 'high', updatedAt: iso(start) } });
/** The issue as a read after the loss shows it; `date` is the service's own time, none where it sends no `Date`. */
const read = (overrides: Record<string, unknown>, date?: number) =>
  json({ data: issue(overrides) }, date === undefined ? {} : { headers: { date: new Date(date).toUTCString() } });
const methods = ({ requests }: { requests: Request[] }) => requests.map(({ method }) => method);

describe('an update whose response was lost [EP-9]', () => {
  const update = ({ client }: ReturnType<typeof scripted>, options = {}) =>
    client.issues.update('prj_web', 7, { status: 'fix_submitted' }, options);

  test('resolves if a read shows the issue as requested', async () => {
    const service = scripted([lost, read({ status: 'fix_submitted', updatedAt: iso(start + 5) })]);
    const { data, response } = await service.client.issues
      .update('prj_web', 7, { status: 'fix_submitted' })
      .withResponse();
    expect(data).toEqual({ issueNumber: 7, status: 'fix_submitted', priority: 'high', updatedAt: iso(start + 5) });
    expect(response.attempts).toMatchObject([{ error: 'ConnectionError' }, { status: 200 }]);
    expect(methods(service)).toEqual(['PATCH', 'GET']);
  });

  test('rejects if only one of two fields is as requested', async () => {
    const { client, requests } = scripted([lost, read({ status: 'fix_submitted', priority: 'low' })]);
    const call = client.issues.update('prj_web', 7, { status: 'fix_submitted', priority: 'high' });
    await expect(call).rejects.toMatchObject({ name: 'ConnectionError', mayHaveBeenApplied: true });
    expect(requests).toHaveLength(2);
  });

  test('is sent again if the issue has not changed since the client saw it', async () => {
    const seen = issue({ updatedAt: iso(start - 100) });
    const one = scripted([json({ data: seen }), lost, json({ data: seen }), changed]);
    await one.client.issues.get('prj_web', 7);
    expect((await update(one)).status).toBe('fix_submitted');
    expect(methods(one)).toEqual(['GET', 'PATCH', 'GET', 'PATCH']);

    const page = json({ data: [seen], total: 1, page: 1, totalPages: 1 });
    const many = scripted([page, lost, json({ data: seen }), changed]);
    await many.client.issues.list('prj_web');
    expect((await update(many)).status).toBe('fix_submitted');

    const another = scripted([json({ data: seen }), lost, json({ data: seen }), changed]);
    await another.client.issues.get('prj_other', 7);
    await expect(update(another)).rejects.toMatchObject({ mayHaveBeenApplied: true });
  });

  test.each([
    ['its priority, which may not change updatedAt [GAP-43],', { priority: 'critical' }],
    ['its status within the same second', { status: 'verified' }],
    ['another member, and with it updatedAt,', { updatedAt: iso(start - 99) }],
  ])('rejects if %s has changed since the client saw it', async (_, change) => {
    const seen = { updatedAt: iso(start - 100_000) };
    const service = scripted([read(seen), lost, () => read({ ...seen, ...change }, service.clock.now()), changed]);
    await service.client.issues.get('prj_web', 7);
    await expect(update(service)).rejects.toThrow(/Not sent again: the issue may have been changed meanwhile/);
    expect(methods(service)).toEqual(['GET', 'PATCH', 'GET']);
  });

  test("is sent again if the issue has not changed since the client's own earlier update", async () => {
    const after = { status: 'in_progress', updatedAt: iso(start) };
    const first = json({ data: { issueNumber: 7, priority: 'high', ...after } });
    const service = scripted([first, lost, read(after), changed]);
    await service.client.issues.update('prj_web', 7, { status: 'in_progress' });
    expect((await update(service)).status).toBe('fix_submitted');
    expect(methods(service)).toEqual(['PATCH', 'PATCH', 'GET', 'PATCH']);
  });

  /** An issue that was last changed so long before, on a service whose `Date` is off by so much. */
  const unseen = (agoMs: number, offMs: number, updatedAt = (at: number) => iso(at)) => {
    const service = scripted([
      lost,
      () => read({ updatedAt: updatedAt(start + offMs - agoMs) }, service.clock.now() + offMs),
      changed,
    ]);
    return service;
  };

  test.each([
    ['more than a minute', 61_500, 0],
    ['more than a minute, by a service clock that is years behind,', 61_500, -1_000 * 24 * 3_600_000],
    ['more than a minute, by a service clock that is years ahead,', 61_500, 1_000 * 24 * 3_600_000],
  ])('is sent again for an unseen issue that was last changed %s before', async (_, ago, off) => {
    const service = unseen(ago, off);
    expect((await update(service)).status).toBe('fix_submitted');
    expect(methods(service)).toEqual(['PATCH', 'GET', 'PATCH']);
  });

  test.each([
    ['less than a minute', unseen(58_000, 0)],
    ['in a second that ends less than a minute', unseen(60_400, 0, (at) => `${iso(at).slice(0, 19)}Z`)],
  ])('rejects for an unseen issue that was last changed %s before', async (_, service) => {
    await expect(update(service)).rejects.toThrow(/Not sent again: the issue may have been changed meanwhile/);
    expect(methods(service)).toEqual(['PATCH', 'GET']);
  });

  test('rejects for an unseen issue if the service sends no Date header', async () => {
    const service = scripted([lost, json({ data: issue({ status: 'blocked' }) })]);
    await expect(update(service)).rejects.toThrow(/Not sent again: .* sent no Date header to compare with\./);
  });

  test.each([null, 5, '2026-04-01T00:30:00', { toString: 1, valueOf: 1 }])(
    'rejects if `updatedAt` is %j, whether the issue was seen or not',
    async (updatedAt) => {
      for (const seen of [true, false]) {
        const found = json(
          { data: issue({ updatedAt, status: 'blocked' }) },
          { headers: { date: new Date(start).toUTCString() } },
        );
        const service = scripted(seen ? [found, lost, found] : [lost, found]);
        if (seen) await service.client.issues.get('prj_web', 7);
        await expect(update(service)).rejects.toMatchObject({ name: 'ConnectionError', mayHaveBeenApplied: true });
        expect(methods(service).filter((method) => method === 'PATCH')).toHaveLength(1);
      }
    },
  );

  test("overwrites no other change if the service's front end is ahead of its database [EP-9]", async () => {
    for (const aheadMs of [0, 1_500, 10_000, 58_000]) {
      const person = { status: 'blocked', priority: 'critical', updatedAt: iso(start + 5) };
      const service = scripted([lost, () => read(person, service.clock.now() + aheadMs), changed]);
      await expect(update(service), `${aheadMs}`).rejects.toMatchObject({ mayHaveBeenApplied: true });
      expect(methods(service)).toEqual(['PATCH', 'GET']);
    }
  });

  test.each([
    [
      'was changed later',
      read({ updatedAt: iso(start + 50) }, start + 1_000),
      /Not sent again: the issue may have been changed meanwhile, at 2026\S+Z\.$/,
    ],
    [
      'was changed less than a minute before',
      read({ updatedAt: iso(start - 55_000) }, start + 300),
      /may have been changed meanwhile/,
    ],
    ['comes without a Date header', read({ updatedAt: iso(start - 60_000) }), /may have been changed meanwhile/],
    ['cannot be read', errorResponse(403, 'Insufficient scope'), /could not be read/],
    ['has another number', read({ issueNumber: 8, updatedAt: iso(start - 60_000) }, start + 300), /could not be read/],
    ['no longer exists', errorResponse(404, 'Issue not found'), /could not be read/],
  ])('rejects with the reason and is not sent again if the issue %s', async (_, answer, reason) => {
    const service = scripted([lost, answer, changed]);
    await expect(update(service)).rejects.toMatchObject({
      name: 'ConnectionError',
      method: 'PATCH',
      mayHaveBeenApplied: true,
      message: expect.stringMatching(/terminated\. Not sent again: /),
      attempts: [{ error: 'ConnectionError' }, {}],
    });
    await expect(update(scripted([lost, answer, changed]))).rejects.toThrow(reason);
    expect(methods(service)).toEqual(['PATCH', 'GET']);
  });

  test('reads the issue again before each further attempt, also after a 429', async () => {
    const old = () => read({ updatedAt: iso(start - 100_000) }, service.clock.now());
    const service = scripted([
      lost,
      old,
      errorResponse(429, 'Too many requests', { 'retry-after': '7' }),
      () => read({ updatedAt: iso(start + 3_000), status: 'verified' }, service.clock.now()),
    ]);
    await expect(update(service)).rejects.toMatchObject({ name: 'RateLimitError', mayHaveBeenApplied: true });
    expect(methods(service)).toEqual(['PATCH', 'GET', 'PATCH', 'GET']);
  });

  test('reads nothing if no response was lost, or if retries are off', async () => {
    const limited = scripted([errorResponse(429, 'Too many requests', { 'retry-after': '1' }), changed]);
    await update(limited);
    expect(methods(limited)).toEqual(['PATCH', 'PATCH']);
    const once = scripted([lost, changed]);
    await expect(update(once, { retry: false })).rejects.toMatchObject({ mayHaveBeenApplied: true });
    expect(methods(once)).toEqual(['PATCH']);
  });

  test('rejects at the deadline or with an abort while the issue is read', async () => {
    const slow = scripted([lost, never]);
    await expect(update(slow, { deadline: 5_000 })).rejects.toMatchObject({
      name: 'TimeoutError',
      method: 'PATCH',
      option: 'deadline',
      mayHaveBeenApplied: true,
    });
    expect(slow.elapsed()).toBe(5_000);

    const controller = new AbortController();
    const reason = new Error('changed my mind');
    const looking = (request: Request, signal: AbortSignal) => {
      setImmediate(() => controller.abort(reason));
      return never(request, signal);
    };
    await expect(update(scripted([lost, looking]), { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
      method: 'PATCH',
      cause: reason,
      sent: true,
      mayHaveBeenApplied: true,
    });
  });
});

describe('a success without a body [EP-9]', () => {
  const empty = new Response(null, { status: 204 });
  const update = ({ client }: ReturnType<typeof scripted>) =>
    client.issues.update('prj_web', 7, { status: 'fix_submitted' });

  test('resolves with a read of the issue, and is reported as drift', async () => {
    const drift: unknown[] = [];
    const hooks = { onDrift: (found: unknown) => void drift.push(found) };
    const service = scripted([empty, read({ status: 'fix_submitted', updatedAt: iso(start) })], { hooks });
    const state = { issueNumber: 7, status: 'fix_submitted', priority: 'high', updatedAt: iso(start) };
    expect(await update(service)).toEqual(state);
    expect(methods(service)).toEqual(['PATCH', 'GET']);
    expect(drift).toEqual([{ endpoint: 'issues.update', kind: 'missing-field', path: 'data' }]);
  });

  test.each([
    ['the issue is not as requested', read({ status: 'open' })],
    ['the issue cannot be read', errorResponse(403, 'Insufficient scope')],
  ] as const)('is an error if %s', async (_, second) => {
    await expect(update(scripted([empty, second]))).rejects.toMatchObject({
      name: 'UnexpectedResponseError',
      method: 'PATCH',
      message: expect.stringContaining('204, but the body was empty'),
      mayHaveBeenApplied: true,
    });
  });
});

test("a response with another issue's number is an error [EP-9]", async () => {
  const { client } = scripted([changed]);
  await expect(client.issues.update('prj_web', 8, { status: 'fix_submitted' })).rejects.toMatchObject({
    name: 'UnexpectedResponseError',
    message: expect.stringContaining('data.issueNumber must be 8, the issue of this call'),
    details: [{ field: 'data.issueNumber', message: 'must be 8, the issue of this call' }],
    mayHaveBeenApplied: true,
  });
});
