import { createMock, type MockClock, virtualClock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { nextMacrotask } from './macrotask.ts';

/** Work that a clock can't see: by rounds of the event loop and not by time, so that a busy machine makes no difference. */
async function otherWork(): Promise<void> {
  for (let round = 0; round < 2000; round++) await nextMacrotask();
}

async function waitedFor(clock: MockClock, work: (mock: ReturnType<typeof createMock>) => Promise<void>) {
  const mock = createMock({ clock });
  const client = new IssueTrackingClient(mock.clientOptions);
  const waiting = client.issues.waitFor('prj_web', 1, { status: 'verified' }).then(() => 'verified', String);
  await work(mock);
  await mock.dashboard.verify({ projectId: 'prj_web', issueNumber: 1 });
  return waiting;
}

test('a wait that an auto clock has run away from says so, and how to hold the clock', async () => {
  const outcome = await waitedFor(virtualClock({ auto: true }), otherWork);
  expect(outcome).toMatch(
    /^TimeoutError: .* it is open\. The clock moved by itself: .* mock\.clock\.hold\(\(\) => work\)/,
  );
});

test('while it is held, an auto clock lets other work be done', async () => {
  expect(await waitedFor(virtualClock({ auto: true }), ({ clock }) => clock.hold(otherWork))).toBe('verified');
});

test('a clock that is moved by hand says nothing of the kind', async () => {
  expect(await waitedFor(virtualClock(), ({ clock }) => clock.advance(900_000))).toMatch(/it is open\.?$/);
});
