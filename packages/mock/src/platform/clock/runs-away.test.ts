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
  mock.world.issues.update({ projectId: 'prj_web', issueNumber: 1 }, { status: 'verified' });
  return waiting;
}

test('a wait that times out because an auto clock moved has an error that suggests clock.hold()', async () => {
  const outcome = await waitedFor(virtualClock({ auto: true }), otherWork);
  expect(outcome).toMatch(
    /^TimeoutError: .* it is open\. The clock moved by itself: .* mock\.clock\.hold\(\(\) => work\)/,
  );
});

test('a wait does not time out while its auto clock is held', async () => {
  expect(await waitedFor(virtualClock({ auto: true }), ({ clock }) => clock.hold(otherWork))).toBe('verified');
});

test('a wait that times out with a manual clock has an error without this suggestion', async () => {
  expect(await waitedFor(virtualClock(), ({ clock }) => clock.advance(900_000))).toMatch(/it is open\.?$/);
});
