import * as mock from '@issue-tracking/mock';
import * as sdk from '@issue-tracking/sdk';
import { clientCases, mockCases, runCases } from './smoke/smoke.mjs';

globalThis.finished = runCases([...clientCases(sdk, mock), ...mockCases(mock)]);
