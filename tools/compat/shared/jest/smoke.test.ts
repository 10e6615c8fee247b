import * as mock from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import * as sdk from '@issue-tracking/sdk';

const {
  clientCases,
  mockCases,
}: {
  clientCases(client: typeof sdk, service: typeof mock): [string, () => Promise<void>][];
  mockCases(service: typeof mock): [string, () => Promise<void>][];
} = require('./smoke/smoke.cjs');

const cases = [...clientCases(sdk, mock), ...mockCases(mock)];
cases.push([
  'the demo world',
  async () => {
    const service = mock.createMock({ world: demoWorld() });
    const client = new sdk.IssueTrackingClient(service.clientOptions);
    const { data } = await client.projects.list();
    if (data.length === 0) throw new Error('expected projects');
  },
]);
for (const [name, run] of cases) {
  test(name, async () => {
    await run();
    process.stdout.write(`SMOKE ok ${name}\n`);
  });
}
