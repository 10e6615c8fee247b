import { createMock, virtualClock } from '@issue-tracking/mock';
import { test as base } from '@issue-tracking/mock/vitest';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { describe, expect } from 'vitest';
import { behaviors } from './behaviors.ts';
import { type StatusChange, watchStatus } from './watch-status.ts';

const everyMs = 60_000;
// The clock stands until the test moves it, so the test controls each read.
const test = base
  .extend('client', ({ clientOptions }) => new IssueTrackingClient(clientOptions))
  .extend('mock', () => createMock({ clock: virtualClock() }))
  .extend('tenant', ({ mock }) => mock.tenant({ issues: 3 }));

test('a change is reported once, at the next read', async ({ client, mock, tenant }) => {
  const { id: projectId } = tenant.project;
  const stop = new AbortController();
  const changes: StatusChange[] = [];
  const watching = (async () => {
    const watch = watchStatus(client, projectId, { everyMs, clock: mock.clock, signal: stop.signal });
    for await (const change of watch) changes.push(change);
  })();

  await mock.clock.advance(0);
  mock.world.issues.update({ projectId, issueNumber: 2 }, { status: 'verified' });
  await mock.clock.advance(everyMs - 1);
  expect(changes).toEqual([]);
  await mock.clock.advance(1);
  expect(changes).toEqual([{ issueNumber: 2, from: 'open', to: 'verified' }]);
  await mock.clock.advance(10 * everyMs);
  expect(changes).toHaveLength(1);

  stop.abort();
  await watching;
  const reads = mock.requests.all().length;
  await mock.clock.advance(10 * everyMs);
  expect(mock.requests.all()).toHaveLength(reads);
});

test('an outage between two reads delays a change, and a revoked key ends the watch', async ({
  client,
  mock,
  tenant,
}) => {
  const { id: projectId } = tenant.project;
  const watch = watchStatus(client, projectId, { everyMs, clock: mock.clock, signal: new AbortController().signal });
  const first = watch.next();
  await mock.clock.advance(0);
  mock.faults.add({ status: 503, times: 2 });
  mock.world.issues.update({ projectId, issueNumber: 1 }, { status: 'verified' });
  await mock.clock.advance(2 * everyMs);
  expect(await first).toMatchObject({ value: { issueNumber: 1, to: 'verified' } });

  const next = watch.next();
  const ended = expect(next).rejects.toThrow('401');
  mock.world.apiKeys.update({ key: tenant.apiKey }, { revoked: true });
  await mock.clock.advance(2 * everyMs);
  await ended;
});

describe.each(behaviors)('with the behavior %j', (behavior) => {
  test.override('mock', () => createMock({ behavior, clock: virtualClock({ auto: true }) }));

  test('a change is reported', async ({ client, mock, tenant }) => {
    const { id: projectId } = tenant.project;
    const watch = watchStatus(client, projectId, { everyMs, clock: mock.clock, signal: new AbortController().signal });
    const first = watch.next();
    await mock.clock.advance(1000);
    mock.world.issues.update({ projectId, issueNumber: 3 }, { status: 'verified' });
    expect(await first).toMatchObject({ value: { issueNumber: 3, to: 'verified' } });
    await watch.return();
  });
});
