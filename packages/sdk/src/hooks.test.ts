import type { CallEvent, Hooks } from '@issue-tracking/sdk';
import { expect, test, vi } from 'vitest';
import { issue } from '../test/support/records.ts';
import { errorResponse, json, never, scripted } from '../test/support/scripted-service.ts';

const found = json({ data: issue({ addedLater: 1 }) });

/** Hooks that record their events. */
function recording() {
  const told: [string, object][] = [];
  const note = (name: string) => (event: object) => void told.push([name, event]);
  const hooks = Object.fromEntries(
    ['onRequest', 'onResponse', 'onRetry', 'onWait', 'onEnd', 'onDrift', 'onWarning'].map((name) => [name, note(name)]),
  );
  return { told, hooks: hooks as Hooks };
}

test('hooks get each request, response, retry, wait, finding and end in order', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { told, hooks } = recording();
  const slow = async () => {
    await clock.sleep(40);
    return found.clone();
  };
  const { client, clock } = scripted([errorResponse(500, 'No'), slow], { hooks, rateLimit: { requests: 1 } });
  await client.issues.get('prj_web', 7);
  vi.restoreAllMocks();

  const call = {
    callId: expect.any(Number),
    method: 'GET',
    path: '/api/v1/projects/prj_web/issues/7',
    endpoint: 'issues.get',
  };
  expect(told).toEqual([
    ['onRequest', { ...call, attempt: 1 }],
    ['onResponse', { ...call, attempt: 1, status: 500, error: 'ServerError', durationMs: 0 }],
    ['onRetry', { ...call, attempt: 1, status: 500, error: 'ServerError', waitMs: 100 }],
    ['onWait', { ...call, attempt: 2, reason: 'retry', waitMs: 100 }],
    ['onWait', { ...call, attempt: 2, reason: 'rate-limit', waitMs: 59_900 }],
    ['onRequest', { ...call, attempt: 2 }],
    ['onResponse', { ...call, attempt: 2, status: 200, durationMs: 40 }],
    ['onDrift', { endpoint: 'issues.get', kind: 'unknown-field', path: 'data.addedLater' }],
    ['onEnd', { ...call, attempts: 2, sent: true, status: 200, waitedMs: 60_000, durationMs: 60_040 }],
  ]);
});

test('an attempt that timed out unsent and its retry have the same attempt number', async () => {
  const { told, hooks } = recording();
  const { client } = scripted([never, never, found], { hooks, timeout: 500, retry: { limit: 3 } });
  await Promise.allSettled([client.issues.get('prj_web', 7), client.issues.get('prj_web', 8)]);
  const ofSecond = told.filter(([, event]) => 'path' in event && String(event.path).endsWith('/8'));
  const retry = ofSecond.findIndex(([name]) => name === 'onRetry');
  expect(ofSecond.slice(0, retry).map(([name]) => name)).not.toContain('onRequest');
  expect(ofSecond[retry]?.[1]).toMatchObject({ attempt: 1, error: 'TimeoutError' });
  expect(ofSecond.find(([name]) => name === 'onRequest')?.[1]).toMatchObject({ attempt: 1 });
});

test('the events of one call share a callId that no other call has', async () => {
  const { told, hooks } = recording();
  const { client } = scripted([found], { hooks });
  await Promise.all([client.issues.get('prj_web', 7), client.issues.get('prj_web', 7)]);
  const ids = told.flatMap(([, event]) => ('callId' in event ? [event.callId] : []));
  // The second waits for the verdict on the credential.
  expect(ids).toHaveLength(7);
  expect(new Set(ids).size).toBe(2);
});

test('all requests of a composite call have its callId, and each attempt a number of its own', async () => {
  const { told, hooks } = recording();
  const { client } = scripted([errorResponse(500, 'No'), json({ data: [], total: 0 }), found], { hooks });
  const { response } = await client.issues.context('prj_web', 7, { include: ['comments'] }).withResponse();
  const events = told.flatMap(([name, event]) => (name === 'onRequest' ? [event as CallEvent] : []));
  expect(events.map(({ endpoint, attempt }) => [endpoint, attempt])).toEqual([
    ['issues.get', 1],
    ['issues.comments.list', 2],
    ['issues.get', 3],
  ]);
  expect(new Set(events.map(({ callId }) => callId))).toEqual(new Set([response.callId]));
  expect(response.attempts).toHaveLength(3);
});

test('events of client.request have no endpoint, and no event contains a query, body or credential', async () => {
  const { told, hooks } = recording();
  const { client } = scripted([json({})], { hooks });
  await client.request('POST', '/api/v1/svc_key', { query: { q: 'private' }, body: { note: 'private' } });
  expect(told.map(([name]) => name)).toEqual(['onRequest', 'onResponse', 'onEnd']);
  expect(JSON.stringify(told)).not.toMatch(/private|svc_key|endpoint/);
});

test('hooks may be an instance of a class', async () => {
  class Counter {
    requests = 0;
    onRequest() {
      this.requests++;
    }
  }
  const hooks = new Counter();
  const { client } = scripted([found], { hooks });
  await client.issues.get('prj_web', 7);
  expect(hooks.requests).toBe(1);
});

test('a hook that throws, rejects or returns a broken thenable fails no call', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const broken = [
    () => {
      throw new Error('hook');
    },
    async () => Promise.reject(new Error('hook')),
    // biome-ignore lint/suspicious/noThenProperty: that is what is tested.
    () => ({ then: (_: unknown, reject: (reason: unknown) => void) => reject(new Error('hook')) }),
  ];
  for (const hook of broken) {
    const hooks = { onRequest: hook, onResponse: hook, onRetry: hook, onWait: hook, onDrift: hook };
    const { client } = scripted([errorResponse(500, 'No'), found], { hooks });
    expect((await client.issues.get('prj_web', 7)).title).toBe('Checkout hangs');
  }
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test('the first failure of each hook is logged, without secrets', async () => {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  let failures = 0;
  const onRequest = () => {
    throw new TypeError(`metrics ${++failures} with svc_test_key`);
  };
  const onResponse = () => Promise.reject(new Error('offline'));
  const { client } = scripted([found], { hooks: { onRequest, onResponse }, logger, apiKey: 'svc_test_key' });
  await client.issues.get('prj_web', 7);
  await client.issues.get('prj_web', 7);
  expect(logger.warn.mock.calls.flat()).toEqual([
    '[issue-tracking] hooks.onRequest failed, and calls go on without it: TypeError: metrics 1 with [redacted]',
    '[issue-tracking] hooks.onResponse failed, and calls go on without it: Error: offline',
  ]);
});
