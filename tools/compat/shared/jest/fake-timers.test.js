// Fake timers are on before the import: the mock must not wait for them.
jest.useFakeTimers();
const { createMock, virtualClock } = require('@issue-tracking/mock');
const { IssueTrackingClient } = require('@issue-tracking/sdk');

test('a clock that moves by itself does so under fake timers', async () => {
  const mock = createMock({ clock: virtualClock({ auto: true }) });
  mock.faults.add({ endpoint: 'projects.list', status: 503, headers: { 'retry-after': '60' } });
  const { total } = await new IssueTrackingClient(mock.clientOptions).projects.list();
  expect(total).toBe(1);
  process.stdout.write('SMOKE ok fake timers\n');
});

test("an application's Date follows the mock's clock", async () => {
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
    jest.setSystemTime(mock.clock.now());
    await client.projects.list();
  }
  expect(asked).toBe(3);
  expect(mock.requests.find({ status: 401 })).toEqual([]);
  process.stdout.write('SMOKE ok own Date\n');
});
