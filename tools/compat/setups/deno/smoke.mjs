import * as mock from '@issue-tracking/mock';
import * as sdk from '@issue-tracking/sdk';
import { clientCases, mockCases, runCases } from './smoke/smoke.mjs';

const failed = await runCases([...clientCases(sdk, mock), ...mockCases(mock)]);
if (failed > 0) throw new Error('failed');
