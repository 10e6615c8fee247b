import { createMock, type Fault, virtualClock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { boardClient } from './client.ts';
import { errorText } from './texts.ts';

const cases: [Fault, string][] = [
  [{ status: 401 }, 'The service does not accept your key. Sign in again.'],
  [{ status: 403, body: { error: 'Insufficient scope' } }, 'The service rejected this: Insufficient scope.'],
  [{ status: 429, headers: { 'retry-after': '30' } }, 'The service is busy. It takes requests again in 30 s.'],
  [{ status: 500, times: 9 }, 'The service failed (500). Your data is safe; try again.'],
  [{ drop: true, times: 9 }, 'The service cannot be reached. Check your connection and try again.'],
  [{ delayMs: 60_000, times: 9 }, 'The service cannot be reached. Check your connection and try again.'],
];

test.for(cases)('the fault %o is shown as: %s', async ([fault, text]) => {
  const mock = createMock({ clock: virtualClock({ auto: true }) });
  mock.faults.add(fault);
  expect(await boardClient(mock.clientOptions).projects.list().then(String, errorText)).toBe(text);
});

test('an error in the page itself is not shown as a failure of the service', () => {
  expect(errorText(new TypeError('x is undefined'))).toBe('Something went wrong on this page. Reload it.');
});
