import { expect, test } from 'vitest';
import { Breaker } from './breaker.ts';

// No clock, no timers and no promises: each test is a list of events with their times.

const second = 1_000;
const minute = 60_000;

function send(breaker: Breaker, now: number) {
  breaker.sent(now, now + minute);
  return now;
}
function accept(breaker: Breaker, sentAt: number, now: number) {
  breaker.ended(sentAt + minute, true);
  breaker.accepted(sentAt, now);
}
function reject(breaker: Breaker, sentAt: number, now: number, canResend = true) {
  breaker.ended(sentAt + minute, true);
  breaker.rejected(sentAt, now, canResend);
}

test('an unproven credential gets one request, and one more each second [AUTH-7]', () => {
  const breaker = new Breaker();
  expect(breaker.mayGoAt(0)).toBe(0);
  send(breaker, 0);
  expect(breaker.mayGoAt(0)).toBe(second);
  for (const at of [1, 2, 3]) send(breaker, at * second);
  expect(breaker.mayGoAt(4 * second)).toBe(Number.POSITIVE_INFINITY);
});

test('failures and requests in flight are never more than four [AUTH-7]', () => {
  const breaker = new Breaker();
  accept(breaker, send(breaker, 0), 1);
  const sent = [2, 3, 4, 5].map((at) => send(breaker, at));
  expect(breaker.mayGoAt(6)).toBe(Number.POSITIVE_INFINITY);
  for (const at of sent) reject(breaker, at, 10 + at);
  expect(breaker.failure(20)).toMatchObject({ retryAt: 13 + 15 * minute });
});

test.each([
  ['never worked', false, true, 5 * second],
  ['worked', true, true, undefined],
  ['worked, without retries', true, false, 5 * second],
])('the first 401 of a credential that has %s blocks it: %s', (_, hasWorked, canResend, forMs) => {
  const breaker = new Breaker();
  if (hasWorked) accept(breaker, send(breaker, 0), 1);
  reject(breaker, send(breaker, 10), 20, canResend);
  expect(breaker.failure(20)?.retryAt).toBe(forMs && 20 + forMs);
  if (!forMs) expect(breaker.mayGoAt(20)).toBe(10 + second);
});
