import { systemClock } from '@issue-tracking/mock';
import { afterEach, expect, test, vi } from 'vitest';
import { track } from './fixture.ts';
import { serviceClockOf } from './service-clock.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the system clock returns the system time in whole milliseconds', () => {
  const now = systemClock().now();
  expect(Math.abs(now - Date.now())).toBeLessThan(5000);
  expect(now).toBe(Math.trunc(now));
});

test('the system clock ends a sleep when its time has passed', async () => {
  const clock = systemClock();
  const from = clock.now();
  await clock.sleep(5);
  expect(clock.now()).toBeGreaterThanOrEqual(from + 5);
});

test('the system clock has one timer for all sleepers, and none without sleepers', async () => {
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

test('the system clock follows fake timers that fake only dates and timeouts', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const clock = systemClock();
  const sleeper = track(clock, 60_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sleeper.ended).toBe('woken');
});

test('the system clock has reached the time of a sleeper even if its timer fires early', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const clock = systemClock();
  const from = clock.now();
  const sleeper = track(clock, 60_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sleeper.ended).toBe('woken');
  expect(sleeper.at).toBeGreaterThanOrEqual(from + 60_000);
});

test('the system clock follows the system time forward, as after a suspend', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const clock = systemClock();
  const before = clock.now();
  vi.setSystemTime(before + 3_600_000);
  expect(clock.now()).toBeGreaterThanOrEqual(before + 3_600_000);
});

test('the system clock can sleep longer than a timer', async () => {
  vi.useFakeTimers();
  const clock = systemClock();
  const sleeper = track(clock, 2 ** 31 + 1000);
  await vi.advanceTimersByTimeAsync(2 ** 31);
  expect(sleeper.ended).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1000);
  expect(sleeper.ended).toBe('woken');
  expect(vi.getTimerCount()).toBe(0);
});

test('the system clock does not follow the system time back', () => {
  const clock = systemClock();
  const before = clock.now();
  vi.spyOn(Date, 'now').mockReturnValue(before - 3_600_000);
  expect(clock.now()).toBeGreaterThanOrEqual(before);
});

test('the system clock follows a fake date forward and back, and the real date after that', () => {
  const clock = systemClock();
  vi.useFakeTimers({ toFake: ['Date'] });
  for (const date of ['2031-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z']) {
    vi.setSystemTime(date);
    expect(clock.now()).toBe(Date.parse(date));
  }
  vi.useRealTimers();
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(5000);
});

test('reset() of the system clock returns to a system time that went back', () => {
  const clock = systemClock();
  const present = Date.now();
  const ahead = vi.spyOn(Date, 'now').mockReturnValue(present + 3_600_000);
  expect(clock.now()).toBeGreaterThanOrEqual(present + 3_600_000);
  ahead.mockRestore();
  expect(clock.now()).toBeGreaterThanOrEqual(present + 3_600_000);
  serviceClockOf(clock).reset();
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(5000);
});

test('reset() of the system clock undoes an advance', async () => {
  const clock = systemClock();
  await clock.advance(3_600_000);
  serviceClockOf(clock).reset();
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(5000);
});
