// The guide's transformIgnorePatterns let Jest load MSW, which has ES modules only.
const { createMock } = require('@issue-tracking/mock');
const { setupMock } = require('@issue-tracking/mock/msw');
const sdk = require('@issue-tracking/sdk');

const mock = createMock();
const server = setupMock(mock);
beforeAll(() => server.listen());
afterAll(() => server.close());

test('a request of the application reaches the mock', async () => {
  const { baseUrl, apiKey } = mock.clientOptions;
  const client = new sdk.IssueTrackingClient({ baseUrl, apiKey });
  const { total } = await client.issues.list('prj_web');
  expect(total).toBe(3);
  expect(mock.requests.all()).toHaveLength(1);
  process.stdout.write('SMOKE ok handlers\n');
});
