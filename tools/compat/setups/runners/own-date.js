import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMock, virtualClock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';

test("an application's Date follows the mock's clock", async (context) => {
  context.mock.timers.enable({ apis: ['Date'] });
  const mock = createMock({ clock: virtualClock() });
  const { apiKey, ...service } = mock.clientOptions;
  const { id: userId } = mock.world.users.create({ organizations: ['acme'] });
  let asked = 0;
  const accessToken = async () => {
    asked += 1;
    const expiresAt = new Date(Date.now() + 3_600_000);
    const { token } = mock.world.accessTokens.create({ userId, expiresAt: expiresAt.toISOString() });
    return { token, expiresAt };
  };
  const client = new IssueTrackingClient({ ...service, accessToken });
  for (const hours of [0, 2, 2]) {
    await mock.clock.advance(hours * 3_600_000);
    context.mock.timers.setTime(mock.clock.now());
    await client.projects.list();
  }
  assert.equal(asked, 3);
  assert.deepEqual(mock.requests.find({ status: 401 }), []);
  console.log('SMOKE ok own Date');
});
