import { test } from 'node:test';
import * as mock from '@issue-tracking/mock';
import * as sdk from '@issue-tracking/sdk';
import { clientCases, mockCases } from './smoke/smoke.mjs';

for (const [name, run] of [...clientCases(sdk, mock), ...mockCases(mock)]) {
  test(name, async () => {
    await run();
    console.log(`SMOKE ok ${name}`);
  });
}
