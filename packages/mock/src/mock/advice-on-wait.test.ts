import { createMock, type MockClock, systemClock, virtualClock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns what a client logs by default when it makes more calls than its rate limit lets go, and the mock's clock. */
async function logged(clock: MockClock, options: object = {}) {
  const lines: string[] = [];
  const logger = { debug: vi.fn(), info: vi.fn(), warn: (line: string) => lines.push(line), error: vi.fn() };
  const mock = createMock({ clock, ...options });
  const client = new IssueTrackingClient({ ...mock.clientOptions, logger });
  const calls = Promise.allSettled(Array.from({ length: 101 }, () => client.issues.get('prj_web', 1)));
  await vi.waitFor(() => expect(mock.requests.all().length).toBeGreaterThanOrEqual(100));
  await new Promise((resolve) => setTimeout(resolve));
  await client.close();
  await calls;
  return lines;
}

test("the 101st call of a mock's client logs at once that it waits, and the ways out", async () => {
  expect(await logged(systemClock())).toEqual([
    expect.stringMatching(
      /GET \S+ waits \d+ ms for the rate limit\. In tests, pass rateLimit: false or clock: virtualClock\({ auto: true }\) to createMock\(\), or create a mock for each test \(call/,
    ),
  ]);
});

test('with a virtual clock the line says that the test moves it', async () => {
  expect(await logged(virtualClock())).toEqual([
    expect.stringContaining('virtualClock() stands still until the test calls mock.clock.advance(ms)'),
  ]);
});

test('with a clock that moves by itself, or without a rate limit, nothing is logged', async () => {
  expect(await logged(virtualClock({ auto: true }))).toEqual([]);
  expect(await logged(systemClock(), { rateLimit: false })).toEqual([]);
});

test('a retry has the ways out that help against it', async () => {
  const mock = createMock();
  const warn = vi.fn();
  const client = new IssueTrackingClient({
    ...mock.clientOptions,
    logger: { debug: warn, info: warn, warn, error: warn },
  });
  mock.faults.add({ endpoint: 'issues.get', status: 503, headers: { 'retry-after': '60' } });
  const call = client.issues.get('prj_web', 1).catch(() => {});
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
  expect(warn.mock.calls[0]?.[0]).toMatch(
    /waits \d+ ms to try again after ServerError\. In tests, pass clock: virtualClock\({ auto: true }\) to createMock\(\) \(call/,
  );
  await client.close();
  await call;
});
