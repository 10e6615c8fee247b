import { systemClock } from '@issue-tracking/mock';
import { afterEach, expect, test, vi } from 'vitest';
import { track } from './fixture.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('is the computer’s time, in whole milliseconds', () => {
  const now = systemClock().now();
  expect(Math.abs(now - Date.now())).toBeLessThan(5000);
  expect(now).toBe(Math.trunc(now));
});

test('a sleep ends by itself, with its time passed', async () => {
  const clock = systemClock();
  const from = clock.now();
  await clock.sleep(5);
  expect(clock.now()).toBeGreaterThanOrEqual(from + 5);
});

test('keeps one timer for all sleepers, set anew by an advance, and none without sleepers', async () => {
  vi.useFakeTimers();
  const clock = systemClock();
  const controller = new AbortController();
  const short = track(clock, 1000);
  track(clock, 5000, controller.signal);
  expect(vi.getTimerCount()).toBe(1);
  await clock.advance(900);
  await vi.advanceTimersByTimeAsync(100);
  expect(short.ended).toBe('woken');
  expect(vi.getTimerCount()).toBe(1);
  controller.abort();
  expect(vi.getTimerCount()).toBe(0);
});

test('follows fake timers that fake only dates and timeouts', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const clock = systemClock();
  const sleeper = track(clock, 60_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sleeper.ended).toBe('woken');
});

test('whose timer fires early finds that the time has come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const clock = systemClock();
  const from = clock.now();
  const sleeper = track(clock, 60_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sleeper.ended).toBe('woken');
  expect(sleeper.at).toBeGreaterThanOrEqual(from + 60_000);
});

test('follows the computer’s time ahead, as after it has slept', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const clock = systemClock();
  const before = clock.now();
  vi.setSystemTime(before + 3_600_000);
  expect(clock.now()).toBeGreaterThanOrEqual(before + 3_600_000);
});

test('sleeps longer than a timer can', async () => {
  vi.useFakeTimers();
  const clock = systemClock();
  const sleeper = track(clock, 2 ** 31 + 1000);
  await vi.advanceTimersByTimeAsync(2 ** 31);
  expect(sleeper.ended).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1000);
  expect(sleeper.ended).toBe('woken');
  expect(vi.getTimerCount()).toBe(0);
});

test('never follows the computer’s time back', () => {
  const clock = systemClock();
  const before = clock.now();
  vi.spyOn(Date, 'now').mockReturnValue(before - 3_600_000);
  expect(clock.now()).toBeGreaterThanOrEqual(before);
});

test('follows a fake date ahead and back, and the computer’s time once dates are real again', () => {
  const clock = systemClock();
  vi.useFakeTimers({ toFake: ['Date'] });
  for (const date of ['2031-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z']) {
    vi.setSystemTime(date);
    expect(clock.now()).toBe(Date.parse(date));
  }
  vi.useRealTimers();
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(5000);
});

test('reset finds back to the computer’s time after that has been ahead', () => {
  const clock = systemClock();
  const present = Date.now();
  const ahead = vi.spyOn(Date, 'now').mockReturnValue(present + 3_600_000);
  expect(clock.now()).toBeGreaterThanOrEqual(present + 3_600_000);
  ahead.mockRestore();
  expect(clock.now()).toBeGreaterThanOrEqual(present + 3_600_000);
  clock.reset();
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(5000);
});

test('reset shows the computer’s time again', async () => {
  const clock = systemClock();
  await clock.advance(3_600_000);
  clock.reset();
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(5000);
});
