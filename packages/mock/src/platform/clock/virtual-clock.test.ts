import { createMock, virtualClock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { start, track } from './fixture.ts';
import { nextMacrotask } from './macrotask.ts';
import { serviceClockOf } from './service-clock.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a virtual clock starts at a date, by default the present', async () => {
  expect(virtualClock({ now: '2026-04-01T09:30:00.000Z' }).now()).toBe(start);
  expect(virtualClock({ now: new Date(start) }).now()).toBe(start);
  expect(Math.abs(virtualClock().now() - Date.now())).toBeLessThan(5000);
  expect(() => virtualClock({ now: 'soon' })).toThrow('Not a date: soon');
});

test('a virtual clock wakes sleepers at the exact time, rounded up to a millisecond', async () => {
  const clock = virtualClock({ now: start });
  const sleepers = [track(clock, 100), track(clock, 99.2), track(clock, 101)];
  await clock.advance(100);
  expect(sleepers).toEqual([{ ended: 'woken', at: start + 100 }, { ended: 'woken', at: start + 100 }, {}]);
});

test('reset() of a virtual clock returns to its start', async () => {
  const clock = virtualClock({ now: start });
  await clock.advance(1000);
  serviceClockOf(clock).reset();
  expect(clock.now()).toBe(start);
});

test('sleepers with the same wake time wake in the order of their calls', async () => {
  const clock = virtualClock({ now: start });
  const woken: number[] = [];
  for (let i = 0; i < 50; i++) {
    void clock.sleep(i % 2 ? 10 : 20).then(() => woken.push(i));
  }
  await clock.advance(20);
  const order = Array.from({ length: 50 }, (_, i) => i);
  expect(woken).toEqual([...order.filter((i) => i % 2), ...order.filter((i) => !(i % 2))]);
});

test('a virtual clock wakes the remaining half of 10,000 sleepers in order after an abort of the others', async () => {
  const clock = virtualClock({ now: start });
  const woken: number[] = [];
  const controller = new AbortController();
  for (let i = 0; i < 10_000; i++) {
    const ms = 1 + ((i * 7919) % 10_007);
    void clock.sleep(ms, i % 2 ? controller.signal : undefined).then(
      () => woken.push(ms),
      () => {},
    );
  }
  controller.abort();
  await clock.advance(20_000);
  expect(woken).toHaveLength(5000);
  expect(woken).toEqual(woken.toSorted((a, b) => a - b));
});

describe('the automatic virtual clock', () => {
  test('passes hours of sleep by itself, exactly', async () => {
    const clock = virtualClock({ now: start, auto: true });
    const log: number[] = [];
    const worker = async (pause: number) => {
      for (let i = 0; i < 100; i++) {
        await clock.sleep(pause);
        log.push(clock.now() - start);
      }
    };
    await Promise.all([worker(60_000), worker(90_001)]);
    expect(clock.now() - start).toBe(100 * 90_001);
    expect(log).toEqual(log.toSorted((a, b) => a - b));
  });

  test('stops while it is paused, and continues after the release of each pause', async () => {
    const clock = virtualClock({ now: start, auto: true });
    const releases = [serviceClockOf(clock).pause(), serviceClockOf(clock).pause()];
    const sleeper = track(clock, 1000);
    for (const release of releases) {
      for (let i = 0; i < 50; i++) await nextMacrotask();
      expect(sleeper.ended).toBeUndefined();
      release();
      release();
    }
    await vi.waitFor(() => expect(sleeper).toEqual({ ended: 'woken', at: start + 1000 }));
  });

  test('stops during the work of hold(), which returns its result', async () => {
    const clock = virtualClock({ now: start, auto: true });
    const sleeper = track(clock, 1000);
    const work = Promise.withResolvers<string>();
    const held = clock.hold(() => work.promise);
    for (let i = 0; i < 50; i++) await nextMacrotask();
    expect(sleeper.ended).toBeUndefined();
    work.resolve('done');
    expect(await held).toBe('done');
    await vi.waitFor(() => expect(sleeper).toEqual({ ended: 'woken', at: start + 1000 }));
  });

  test.each([
    ['a promise', () => Promise.reject(new Error('no'))],
    [
      'a function',
      () => () => {
        throw new Error('no');
      },
    ],
  ])('continues if the work of hold() fails: %s', async (_what, work) => {
    const clock = virtualClock({ now: start, auto: true });
    const sleeper = track(clock, 1000);
    await expect(clock.hold(work())).rejects.toThrow('no');
    await vi.waitFor(() => expect(sleeper.ended).toBe('woken'));
  });

  test('does not move while it is in use', async () => {
    const clock = virtualClock({ now: start, auto: true });
    const sleeper = track(clock, 1000);
    for (let i = 0; i < 50; i++) {
      await nextMacrotask();
      await nextMacrotask();
      expect(clock.now()).toBe(start);
    }
    expect(sleeper.ended).toBeUndefined();
    await vi.waitFor(() => expect(sleeper.ended).toBe('woken'));
  });

  test('treats a sleep past its latest time as endless', async () => {
    const clock = virtualClock({ now: start, auto: true });
    const sleeper = track(clock, 1e300);
    for (let i = 0; i < 50; i++) await nextMacrotask();
    expect(sleeper.ended).toBeUndefined();
    expect(clock.now()).toBe(start);
  });

  test('does not move for an aborted sleep', async () => {
    const clock = virtualClock({ now: start, auto: true });
    const controller = new AbortController();
    const sleeper = track(clock, 1000, controller.signal);
    controller.abort();
    for (let i = 0; i < 10; i++) await nextMacrotask();
    expect(sleeper).toEqual({ ended: 'aborted', at: start });
    expect(clock.now()).toBe(start);
  });

  test('works while all timers are faked', async () => {
    vi.useFakeTimers();
    const clock = virtualClock({ now: start, auto: true });
    await clock.sleep(3_600_000);
    expect(clock.now()).toBe(start + 3_600_000);
  });
});

/** Collects the warnings about these sleepers only: a clock that another file left behind may warn too. */
function warningsOf(sleepers: string): string[] {
  const said: string[] = [];
  const warn = vi.spyOn(console, 'warn').mockImplementation((text) => {
    if (String(text).includes(sleepers)) said.push(text);
  });
  onTestFinished(() => warn.mockRestore());
  return said;
}

test('a virtual clock with pending sleeps that does not move for a second warns once, with their durations', async () => {
  vi.useFakeTimers();
  const said = warningsOf('sleeps pending: 251 ms, 5003 ms');
  const clock = virtualClock({ now: start });
  track(clock, 5003);
  track(clock, 251);
  await vi.advanceTimersByTimeAsync(999);
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(said).toHaveLength(1);
  track(clock, 71);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(said).toHaveLength(1);
});

test('a virtual clock that moves does not warn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const said = warningsOf('03 ms');
  const [moved, automatic] = [virtualClock({ now: start }), virtualClock({ now: start, auto: true })];
  track(moved, 5003);
  track(automatic, 5003);
  for (let second = 0; second < 5; second++) {
    await vi.advanceTimersByTimeAsync(900);
    await moved.advance(1000);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(said).toEqual([]);
});

test.each([
  [{ nwo: start }, 'virtualClock() has no option "nwo"; did you mean "now"?'],
  [{ now: null }, 'The option "now" must be a date'],
  [{ auto: 'yes' }, 'The option "auto" must be true or false; found "yes".'],
])('virtualClock() rejects the options %j', (options, message) => {
  // Possible in JavaScript.
  expect(() => virtualClock(options as never)).toThrow(message);
});

test("vi.setSystemTime() lets an application's own Date follow the clock: its token function is asked before each expiry", async () => {
  const mock = createMock({ clock: virtualClock() });
  const { apiKey: _, ...service } = mock.clientOptions;
  const { id: userId } = mock.world.users.create({ organizations: ['acme'] });
  let asked = 0;
  const accessToken = async () => {
    asked += 1;
    const expiresAt = new Date(Date.now() + 3_600_000);
    const { token } = mock.world.accessTokens.create({ userId, expiresAt: expiresAt.toISOString() });
    return { token, expiresAt };
  };
  const client = new IssueTrackingClient({ ...service, accessToken });
  for (const hours of [0, 2, 2]) {
    await mock.clock.advance(hours * 3_600_000);
    vi.setSystemTime(mock.clock.now());
    await client.projects.list();
  }
  expect(asked).toBe(3);
  expect(mock.requests.find({ status: 401 })).toEqual([]);
});
