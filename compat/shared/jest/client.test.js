const { createMock, virtualClock } = require('@issue-tracking/mock/core');
const { IssueTrackingClient } = require('@issue-tracking/sdk');

const mock = createMock({ clock: virtualClock({ auto: true }) });
const client = new IssueTrackingClient(mock.clientOptions);
afterEach(() => mock.reset());

test('an outage of a minute is waited for', async () => {
  mock.faults.add({ endpoint: 'issues.get', status: 503, headers: { 'retry-after': '60' } });
  const issue = await client.issues.get('prj_web', 1);
  expect(issue.issueNumber).toBe(1);
  expect(mock.requests.all()).toHaveLength(2);
  process.stdout.write('SMOKE ok guide\n');
});
