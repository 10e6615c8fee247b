import { createMock, virtualClock } from '@issue-tracking/mock';
import { expect, onTestFinished, test, vi } from 'vitest';
import { errorResponse, json } from './support/scripted-service.ts';

/** The package, loaded anew: as ESM beside CommonJS, or in two bundles. */
async function copyOfThePackage() {
  vi.resetModules();
  return import('@issue-tracking/sdk');
}

const [one, other] = [await copyOfThePackage(), await copyOfThePackage()];

function setUp(answer: () => Response) {
  const clock = virtualClock({ auto: true });
  const fetch = vi.fn(async () => answer());
  const options = { baseUrl: 'https://issues.test', apiKey: 'svc_key', fetch, clock };
  return { fetch, clock, options };
}

test('two copies of the package in one process share one window [LIM-1]', async () => {
  expect(one.IssueTrackingClient).not.toBe(other.IssueTrackingClient);
  const { options, clock } = setUp(() => json({ data: [], total: 0 }));
  const clients = [new one.IssueTrackingClient(options), new other.IssueTrackingClient(options)];
  const start = clock.now();
  await Promise.all(clients.flatMap((client) => Array.from({ length: 51 }, () => client.projects.list())));
  expect(clock.now() - start).toBeGreaterThanOrEqual(60_000);
});

test("a call blocked by another copy's 401 rejects with its own copy's class and its own path [AUTH-7]", async () => {
  const { options, fetch } = setUp(() => errorResponse(401, 'Unknown key'));
  const [first, second] = [new one.IssueTrackingClient(options), new other.IssueTrackingClient(options)];
  await expect(first.projects.list()).rejects.toBeInstanceOf(one.AuthenticationError);
  await expect(second.projects.list()).rejects.toBeInstanceOf(other.AuthenticationError);
  await expect(second.projects.list()).rejects.toMatchObject({ path: '/api/v1/projects', attempts: [] });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('clients of two copies share the system clock and its state by default [AUTH-7]', async () => {
  // The credential is blocked for five seconds, which a machine can lose between the two calls.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { options, fetch } = setUp(() => errorResponse(401, 'Unknown key'));
  const { clock: _, ...withoutClock } = options;
  await expect(new one.IssueTrackingClient(withoutClock).projects.list()).rejects.toThrow();
  await expect(new other.IssueTrackingClient(withoutClock).projects.list()).rejects.toThrow('blocked');
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("a composite call in another copy's queue keeps its place after a 429 [LIM-2]", async () => {
  const mock = createMock({ clock: virtualClock({ auto: true }) });
  const fetch: typeof globalThis.fetch = (...request) => mock.fetch(...request);
  const options = { ...mock.clientOptions, fetch };
  const [first, second] = [new one.IssueTrackingClient(options), new other.IssueTrackingClient(options)];
  await first.projects.list();
  mock.requests.clear();
  mock.faults.add({ endpoint: 'issues.comments.list', status: 429, headers: { 'retry-after': '5' }, times: 1 });
  await Promise.all([second.issues.context('prj_web', 1), first.projects.list()]);
  const last = mock.requests.all().slice(-2);
  expect(last.map(({ endpoint }) => endpoint)).toEqual(['issues.comments.list', 'projects.list']);
});
