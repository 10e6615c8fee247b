import * as mock from '@issue-tracking/mock';
import * as sdk from '@issue-tracking/sdk';
import { clientCases, mockCases, runCases } from './smoke/smoke.mjs';

process.exitCode = await runCases([...clientCases(sdk, mock), ...mockCases(mock)]);
