import * as mock from '@issue-tracking/mock';
import * as sdk from '@issue-tracking/sdk';
import { test } from 'vitest';
import { clientCases, mockCases } from './smoke/smoke.mjs';

test.for([...clientCases(sdk, mock), ...mockCases(mock)])('%s', async ([name, run]) => {
  await run();
  process.stdout.write(`SMOKE ok ${name}\n`);
});
