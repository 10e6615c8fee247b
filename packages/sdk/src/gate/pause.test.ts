import { expect, test } from 'vitest';
import { Pause } from './pause.ts';

const windowMs = 60_000;
const second = 1_000;

function paused(...untils: readonly number[]): Pause {
  const pause = new Pause();
  for (const until of untils) pause.start(until, windowMs);
  return pause;
}

test('without a 429 there is no pause', () => {
  expect([new Pause().isOver(0), new Pause().mayGoAt(0)]).toEqual([true, 0]);
});

test('nothing goes until the end of the longest pause [LIM-2]', () => {
  const pause = paused(10 * second, 2 * second);
  expect([pause.until, pause.mayGoAt(0), pause.mayGoAt(10 * second)]).toEqual([10_000, 10_000, 10_000]);
});

test.each([5 * second, 0])('in the window after a pause of %i ms requests go one after another [LIM-2]', (until) => {
  const pause = paused(until);
  pause.sent(until, 6 * second);
  expect(pause.mayGoAt(until)).toBe(until + 6 * second);
  pause.sent(until + 10 * second, 6 * second);
  expect(pause.mayGoAt(until + 10 * second)).toBe(until + 16 * second);
  expect([pause.isOver(until + windowMs - 1), pause.isOver(until + windowMs)]).toEqual([false, true]);
  pause.sent(until + windowMs, 6 * second);
  expect(pause.mayGoAt(until + windowMs)).toBe(until + windowMs);
});

test('another 429 meanwhile begins another pause and another window [LIM-2]', () => {
  const pause = paused(5 * second);
  pause.sent(5 * second, 6 * second);
  pause.start(8 * second, windowMs);
  expect(pause.mayGoAt(6 * second)).toBe(11 * second);
  expect([pause.isOver(67 * second), pause.isOver(68 * second)]).toEqual([false, true]);
});
