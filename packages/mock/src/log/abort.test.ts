import { createMock } from '@issue-tracking/mock';
import { matchers } from '@issue-tracking/mock/matchers';
import { setupMock } from '@issue-tracking/mock/msw';
import { listen, type ServedRequest } from '@issue-tracking/mock/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { service } from '../../test/fixture.ts';
import { controlOf } from '../control/control.ts';
import { internalsOf } from '../mock/internals.ts';
import type { Mock } from '../mock/mock.ts';

const delayMs = 5000;
const before = 'The client aborted the request before it was handled.';
const after = 'The client aborted the request after it was handled, before the response arrived.';

const patch = (signal: AbortSignal): RequestInit => ({
  method: 'PATCH',
  headers: { authorization: 'Bearer svc_acme', 'content-type': 'application/json' },
  body: '{"status":"blocked"}',
  signal,
});
const issue = '/api/v1/projects/prj_web/issues/1';

test.each<[string, (mock: Mock) => unknown, string, string]>([
  ["a fault's delay", (mock) => mock.faults.add({ delayMs }), before, 'open'],
  ['a delay on arrival', (mock) => mock.faults.add({ delayMs, when: 'arrival' }), before, 'open'],
  ['a delay after the effect', (mock) => mock.faults.add({ delayMs, when: 'after' }), after, 'blocked'],
  ['the delay of an error', (mock) => mock.faults.add({ delayMs, status: 503 }), before, 'open'],
  ['a latency', (mock) => mock.settings.change({ latencyMs: delayMs }), after, 'blocked'],
])('a request that is aborted in %s ends in the log', async (_, hold, text, status) => {
  const { mock } = service();
  hold(mock);
  const told: unknown[] = [];
  internalsOf(mock).service.requestListeners.add(({ reason }) => told.push(reason));
  const leaving = new AbortController();
  const answer = expect(mock.fetch(mock.baseUrl + issue, patch(leaving.signal))).rejects.toThrow('left');
  // Lets the request come as far as it can.
  await new Promise((resolve) => setTimeout(resolve));
  leaving.abort(new Error('left'));
  await answer;
  const last = mock.requests.last();
  expect(last).toMatchObject({ reason: 'aborted', durationMs: expect.any(Number), why: text });
  expect(last).not.toHaveProperty('status');
  expect(last).not.toHaveProperty('response');
  expect(String(mock.why())).toContain(`PATCH ${issue}: no response`);
  expect(String(mock.why())).toContain(`→ abort changed: ${text}`);
  expect(String(mock.why())).not.toContain('undefined');
  expect(mock.requests.find({ reason: 'aborted', endpoint: 'issues.update' })).toEqual([last]);
  expect(mock.world.issues.find({ projectId: 'prj_web', issueNumber: 1 })).toMatchObject([{ status }]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(told.at(-1)).toBe('aborted');
});

test('the time until the abort is measured with the clock of the mock', async () => {
  const { mock } = service();
  mock.faults.add({ delayMs });
  const leaving = new AbortController();
  const answer = mock.fetch(mock.baseUrl + issue, patch(leaving.signal)).catch(() => {});
  await mock.clock.advance(100);
  leaving.abort();
  await answer;
  await mock.clock.advance(10_000);
  expect(mock.requests.last()).toMatchObject({ reason: 'aborted', durationMs: 100 });
});

test('a request that is aborted at once ends in the log, too', async () => {
  const { mock } = service();
  const leaving = new AbortController();
  const answer = mock.fetch(mock.baseUrl + issue, patch(leaving.signal));
  leaving.abort();
  await expect(answer).rejects.toThrow('aborted');
  expect(mock.requests.last()).toMatchObject({ reason: 'aborted', durationMs: 0 });
});

test('matchers find an aborted request, and say of another that it was not', async () => {
  const { mock, get } = service();
  await get('/projects/prj_web/issues/2');
  const missing = matchers.toHaveReceived(mock, 'issues.get', { reason: 'aborted' });
  expect(missing.pass).toBe(false);
  expect(missing.message()).toContain('reason is missing, and must be "aborted"');
  mock.faults.add({ delayMs });
  const leaving = new AbortController();
  const answer = mock.fetch(mock.baseUrl + issue, {
    headers: { authorization: 'Bearer svc_acme' },
    signal: leaving.signal,
  });
  leaving.abort();
  await answer.catch(() => {});
  expect(matchers.toHaveReceived(mock, 'issues.get', { reason: 'aborted', times: 1 }).pass).toBe(true);
  expect(matchers.toHaveNoErrorResponses(mock).pass).toBe(true);
  expect(matchers.toHaveReceived(mock, 'issues.get', { times: 3 }).message()).toMatch(/no response.*aborted/);
  expect(() => mock.requests.find({ reason: 'abort' as 'aborted' })).toThrow('failure, aborted; found "abort"');
  await expect(controlOf(mock).call('requests.test', { number: 2 })).rejects.toMatchObject({
    details: [{ message: "Request 2 can't be copied as a test: its client aborted it." }],
  });
});

test('a client of the server that disconnects ends its request in the log and in the printed line', async () => {
  const mock = createMock();
  const served: ServedRequest[] = [];
  await using server = await listen(mock, { onRequest: (request) => served.push(request) });
  mock.settings.change({ latencyMs: 1_000_000 });
  const leaving = new AbortController();
  const answer = fetch(server.url + issue, { headers: { authorization: 'Bearer svc_mock' }, signal: leaving.signal });
  await vi.waitFor(() => expect(mock.requests.last()?.status).toBe(200));
  leaving.abort();
  await expect(answer).rejects.toThrow('aborted');
  await vi.waitFor(() => expect(served).toMatchObject([{ status: null, reason: 'aborted' }]));
  expect(mock.requests.find({ reason: 'aborted' })).toHaveLength(1);
});

test('a fetch that MSW passes to the mock ends in the log when it is aborted', async () => {
  const mock = createMock();
  const server = setupMock(mock);
  server.listen();
  onTestFinished(() => server.close());
  mock.faults.add({ delayMs: 1_000_000 });
  const leaving = new AbortController();
  const answer = fetch(mock.baseUrl + issue, { headers: { authorization: 'Bearer svc_mock' }, signal: leaving.signal });
  await vi.waitFor(() => expect(mock.requests.all()).toHaveLength(1));
  leaving.abort();
  await expect(answer).rejects.toThrow('aborted');
  await vi.waitFor(() => expect(mock.requests.last()).toMatchObject({ reason: 'aborted', why: before }));
});
