import * as mock from '@issue-tracking/mock';
import * as sdk from '@issue-tracking/sdk';
import { clientCases, mockCases, runCases } from './smoke/smoke.mjs';

const inWorker = typeof window === 'undefined';
const log = inWorker ? (line) => postMessage(line) : console.log;
runCases([...clientCases(sdk, mock), ...mockCases(mock)], log).then(() => {
  if (inWorker) postMessage(null);
  else window.ended = true;
});
