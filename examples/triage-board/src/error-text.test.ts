import { createMock, type Fault, virtualClock } from '@issue-tracking/mock';
import { test as trackerTest } from '@issue-tracking/mock/vitest';
import { expect } from 'vitest';
import { boardClient } from './client.ts';
import { errorText } from './error-text.ts';

/** Waits take no time, and the client is the board's own. */
const test = trackerTest
  .extend('mock', () => createMock({ clock: virtualClock({ auto: true }) }))
  .extend('client', ({ clientOptions }) => boardClient(clientOptions));

const cases: [Fault, string][] = [
  [{ status: 401 }, 'The service does not accept your key. Sign in again.'],
  [{ status: 403, body: { error: 'Insufficient scope' } }, 'The service rejected this: Insufficient scope.'],
  [{ status: 429, headers: { 'retry-after': '30' } }, 'The service is busy. It takes requests again in 30 s.'],
  [{ status: 500, times: 9 }, 'The service failed (500). Your data is safe; try again.'],
  [{ drop: true, times: 9 }, 'The service cannot be reached. Check your connection and try again.'],
  [{ delayMs: 60_000, times: 9 }, 'The service cannot be reached. Check your connection and try again.'],
];

test.for(cases)('the fault %o is shown as: %s', async ([fault, text], { client, mock }) => {
  mock.faults.add(fault);
  expect(await client.projects.list().then(String, errorText)).toBe(text);
});

test('an error in the page itself is not shown as a failure of the service', () => {
  expect(errorText(new TypeError('x is undefined'))).toBe('Something went wrong on this page. Reload it.');
});
