const sdk = require('@issue-tracking/sdk');
const mock = require('@issue-tracking/mock');
const { clientCases, mockCases } = require('./smoke/smoke.cjs');

for (const [name, run] of [...clientCases(sdk, mock), ...mockCases(mock)]) {
  test(name, async () => {
    await run();
    process.stdout.write(`SMOKE ok ${name}\n`);
  });
}
