import { createMock, virtualClock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';

test.each([
  [{ baseURL: 'https://issues.test' }, 'A mock has no option "baseURL"; did you mean "baseUrl"?'],
  [{ seed: 1.5 }, 'The option "seed" must be a whole number; found 1.5.'],
  [{ seed: '1' }, 'The option "seed" must be'],
  [{ clock: { now: Date.now } }, 'must be a clock, made by systemClock() or virtualClock()'],
  [{ clock: '2026-04-01T09:00:00.000Z' }, 'must be a clock'],
  [{ clock: { ...virtualClock() } }, 'must be a clock, made by'],
  [{ source: 'ip' }, 'must be "address", "credential", or a function of the request'],
  [{ behavior: null }, 'must be an object of behavior options'],
  [{ rateLimit: true }, 'must be false, or an object of requests and windowMs'],
  [{ rateLimit: { requestsPerMinute: 5 } }, 'no option "rateLimit.requestsPerMinute"; did you mean "requests"?'],
  [{ rateLimit: { requests: -1 } }, 'The option "rateLimit.requests" must be a whole number from 0; found -1.'],
  [null, 'Options of a mock must be an object'],
])('createMock() rejects the options %j: %s', (options, message) => {
  // Possible in JavaScript.
  expect(() => createMock(options as never)).toThrow(message);
});

test('an option of undefined equals an omitted option', () => {
  const options = { baseUrl: undefined, world: undefined, behavior: undefined, clock: undefined, seed: undefined };
  expect(createMock({ ...options, rateLimit: undefined, source: undefined } as never).baseUrl).toBe(
    'https://issues.test',
  );
  expect(createMock({ clock: virtualClock({ now: 0 }), rateLimit: {}, seed: -1 }).clock.now()).toBe(0);
});

test.each([null, false, 0, '', 'demo', []])(
  'createMock() rejects a world of %j, because only an omitted world means the default world',
  (world) => {
    expect(() => createMock({ world } as never)).toThrow(/^The world has/);
  },
);
