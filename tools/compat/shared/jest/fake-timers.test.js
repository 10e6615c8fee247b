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
