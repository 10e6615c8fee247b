const sdk = require('@issue-tracking/sdk');
const mock = require('@issue-tracking/mock');
const { clientCases, mockCases, runCases } = require('./smoke/smoke.cjs');

runCases([...clientCases(sdk, mock), ...mockCases(mock)]).then((failed) => {
  process.exitCode = failed;
});
