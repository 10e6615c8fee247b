import { getEventListeners } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { type Clock, setClockTimer, systemClock } from './clock.ts';

const day = 86_400_000;

afterEach(() => {
  // First what was put over a fake timer: restored later, it would bring that one back.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function fakeTime() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
}

test('the system clock starts from the Unix time, and a change of the date does not affect it', () => {
  const before = systemClock.now();
  expect(Math.abs(before - Date.now())).toBeLessThan(day);
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 365 * day);
  expect(systemClock.now() - before).toBeLessThan(day);
});

test("the system clock follows a replaced performance object, and then the platform's again", () => {
  const before = systemClock.now();
  vi.stubGlobal('performance', { timeOrigin: 1_000, now: () => 5 });
  expect(systemClock.now()).toBe(1_005);
  vi.unstubAllGlobals();
  expect(systemClock.now()).toBeGreaterThanOrEqual(before);
});

test('a sleep ends exactly after its duration', async () => {
  fakeTime();
  const woken = vi.fn();
  void systemClock.sleep(1000).then(woken);
  await vi.advanceTimersByTimeAsync(999);
  expect(woken).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(woken).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

test('a sleep can be longer than the longest timer of the platform', async () => {
  fakeTime();
  const woken = vi.fn();
  void systemClock.sleep(60 * day).then(woken);
  await vi.advanceTimersByTimeAsync(60 * day - 1);
  expect(woken).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(woken).toHaveBeenCalledOnce();
});

test('a timer that fires early is set again', async () => {
  fakeTime();
  const woken = vi.fn();
  const setTimer = globalThis.setTimeout;
  const early = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementationOnce(((run: () => void, ms: number) => setTimer(run, ms - 10)) as typeof setTimeout);
  void systemClock.sleep(1000).then(woken);
  await vi.advanceTimersByTimeAsync(995);
  expect(early).toHaveBeenCalledTimes(2);
  expect(woken).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5);
  expect(woken).toHaveBeenCalledOnce();
});

test('an abort ends a sleep with its reason and leaves neither timer nor listener', async () => {
  fakeTime();
  const abort = new AbortController();
  const slept = systemClock.sleep(1000, abort.signal);
  abort.abort('enough');
  await expect(slept).rejects.toBe('enough');
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(abort.signal, 'abort')).toEqual([]);

  const other = new AbortController();
  void systemClock.sleep(10, other.signal);
  await vi.advanceTimersByTimeAsync(10);
  expect(getEventListeners(other.signal, 'abort')).toEqual([]);
});

test('a sleep with an aborted signal sets no timer', async () => {
  fakeTime();
  await expect(systemClock.sleep(1000, AbortSignal.abort('before'))).rejects.toBe('before');
  expect(vi.getTimerCount()).toBe(0);
});

test('a timer in the past fires at once, and sleep() gets no negative duration', async () => {
  fakeTime();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const fired = vi.fn();
  setClockTimer(systemClock, -2.19, fired);
  expect(timers.mock.calls.map(([, ms]) => ms)).toEqual([0]);
  const sleep = vi.fn<Clock['sleep']>(async () => {});
  setClockTimer({ now: () => 0, sleep }, -2.19, fired);
  expect(sleep.mock.calls.map(([ms]) => ms)).toEqual([0]);
  await vi.advanceTimersByTimeAsync(0);
  expect(fired).toHaveBeenCalledTimes(2);
});
