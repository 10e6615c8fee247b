const { createMock, virtualClock } = require('@issue-tracking/mock');
const { IssueTrackingClient } = require('@issue-tracking/sdk');

let mock;
let client;
beforeEach(() => {
  mock = createMock({ clock: virtualClock({ auto: true }) });
  client = new IssueTrackingClient(mock.clientOptions);
});

test('an outage of a minute is waited for', async () => {
  mock.faults.add({ endpoint: 'issues.get', status: 503, headers: { 'retry-after': '60' } });
  const issue = await client.issues.get('prj_web', 1);
  expect(issue.issueNumber).toBe(1);
  expect(mock.requests.all()).toHaveLength(2);
  process.stdout.write('SMOKE ok guide\n');
});
