import { createMock, virtualClock } from '@issue-tracking/mock';
import { type ClientOptions, IssueTrackingClient, RateLimitError } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { times } from './adversary/against.ts';

// A call whose turn is known to come after its deadline fails at once, and says when to come back.

const deadline = 10_000;

function setUp(options: Partial<ClientOptions> = {}) {
  const mock = createMock({ clock: virtualClock({ auto: true }) });
  const client = new IssueTrackingClient({ ...mock.clientOptions, ...options } as ClientOptions);
  const start = mock.clock.now();
  const elapsed = () => mock.clock.now() - start;
  return { mock, client, elapsed, visit: () => client.issues.list('prj_web', {}, { deadline }) };
}

test('of 130 visits within a minute, the 30 that have no slot before their deadline fail at once [LIM-1]', async () => {
  const { client, elapsed, visit, mock } = setUp();
  const failedAt: number[] = [];
  const visits = await Promise.allSettled(
    times(130, () =>
      visit().catch((error: unknown) => {
        failedAt.push(elapsed());
        throw error;
      }),
    ),
  );
  const errors = visits.flatMap((visit) => (visit.status === 'rejected' ? [visit.reason] : []));
  expect(errors).toHaveLength(30);
  expect(new Set(failedAt)).toEqual(new Set([0]));
  for (const error of errors) {
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ sent: false, attempts: [], retryAfterMs: expect.any(Number) });
    expect(error.retryAt).toBeGreaterThan(mock.clock.now() + deadline - elapsed());
  }
  expect(client.rateLimit.nextAt).toBeGreaterThan(mock.clock.now());
});

test('a write that fails so has not been applied, and one without a deadline waits for its turn', async () => {
  const { client, visit } = setUp({ rateLimit: { requests: 1 } });
  await visit();
  const update = (options = {}) => client.issues.update('prj_web', 1, { status: 'blocked' }, options);
  await expect(update({ deadline })).rejects.toMatchObject({ name: 'RateLimitError', mayHaveBeenApplied: false });
  await expect(update()).resolves.toMatchObject({ status: 'blocked' });
});

test('the error counts the calls ahead: with two a minute, the fifth call is told to wait for two minutes', async () => {
  const { client } = setUp({ rateLimit: { requests: 2 } });
  const calls = times(4, () => client.projects.list());
  const error = await client.projects.list({}, { deadline }).catch((thrown) => thrown);
  expect(error).toMatchObject({ name: 'RateLimitError', retryAfterMs: 120_000 });
  await Promise.all(calls);
});

test("during the pause after the service's 429 a call fails at once, if the pause ends after its deadline [LIM-2]", async () => {
  const { mock, visit, elapsed } = setUp();
  mock.faults.add({ endpoint: 'issues.list', status: 429, headers: { 'retry-after': '60' }, times: 1 });
  await expect(visit()).rejects.toMatchObject({ name: 'RateLimitError', sent: true });
  const before = elapsed();
  await expect(visit()).rejects.toMatchObject({ name: 'RateLimitError', sent: false, retryAfterMs: 60_000 });
  expect(elapsed()).toBe(before);
});

test('the error of an earlier call is no reason to fail for one with a later deadline', async () => {
  const { client, visit } = setUp({ rateLimit: { requests: 1 } });
  await visit();
  await expect(visit()).rejects.toBeInstanceOf(RateLimitError);
  await expect(client.issues.list('prj_web', {}, { deadline: 61_000 })).resolves.toMatchObject({ page: 1 });
});
