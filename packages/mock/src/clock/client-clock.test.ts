import { createMock, virtualClock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';

const start = Date.parse('2026-05-01T12:00:00.000Z');
const month = 30 * 86_400_000;

function fullWindow(auto: boolean) {
  const mock = createMock({ clock: virtualClock({ now: start, auto }) });
  const client = new IssueTrackingClient(mock.clientOptions);
  const calls = Array.from({ length: 100 }, () => client.issues.get('prj_web', 1));
  return { mock, client, full: Promise.all(calls) };
}

test('a client does not wait for time that a test has taken back [LIM-1]', async () => {
  const { mock, client, full } = fullWindow(true);
  await full;
  await mock.clock.set(start - month);
  await client.issues.get('prj_web', 1);
  // Its own window, and the mock's, which counts what lies ahead as of the next request.
  expect(mock.clock.now()).toBeLessThan(start - month + 3 * 60_000);
});

test('for clients time never goes back, and passes as for everyone else', async () => {
  const { clock, clientOptions } = createMock({ clock: virtualClock({ now: start }) });
  expect(clientOptions.clock.now()).toBe(start);
  await clock.set(start - month);
  expect(clientOptions.clock.now()).toBe(start);
  await clock.advance(1000);
  expect(clientOptions.clock.now()).toBe(start + 1000);
  await clock.set(start + month);
  expect(clientOptions.clock.now()).toBe(start + 2 * month);
});

test.each(['reset', 'restore'] as const)(
  'a client made after a %s remembers nothing of the one before',
  async (how) => {
    const { mock, full } = fullWindow(false);
    const beginning = mock.snapshot();
    await full;
    if (how === 'reset') mock.reset();
    else mock.restore(beginning);
    expect(await new IssueTrackingClient(mock.clientOptions).issues.get('prj_web', 1)).toMatchObject({
      issueNumber: 1,
    });
  },
);
