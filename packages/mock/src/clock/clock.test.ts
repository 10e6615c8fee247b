import { type MockClock, systemClock, virtualClock } from '@issue-tracking/mock';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { nextTurn } from './turns.ts';

const start = Date.parse('2026-04-01T09:30:00.000Z');
const kinds: [string, () => MockClock][] = [
  ['virtual clock', () => virtualClock({ now: start })],
  ['system clock', () => systemClock()],
];

/** Everything a sleeper can end as, with the time it ended at. */
function track(clock: MockClock, ms: number, signal?: AbortSignal) {
  const sleeper: { ended?: 'woken' | 'aborted'; at?: number } = {};
  const end = (ended: 'woken' | 'aborted') => () => Object.assign(sleeper, { ended, at: clock.now() });
  void clock.sleep(ms, signal).then(end('woken'), end('aborted'));
  return sleeper;
}

afterEach(() => {
  vi.useRealTimers();
});

describe.each(kinds)('every clock: the %s', (_, create) => {
  test('advance moves it, at once when nobody is due', async () => {
    const clock = create();
    const from = clock.now();
    const done = clock.advance(60_000);
    expect(clock.now()).toBeGreaterThanOrEqual(from + 60_000);
    await done;
  });

  test('advances that nobody awaited add up', async () => {
    const clock = create();
    const from = clock.now();
    track(clock, 1000);
    void clock.advance(1000);
    void clock.advance(1000);
    await clock.advance(1000);
    expect(clock.now()).toBeGreaterThanOrEqual(from + 3000);
  });

  test('sleepers wake in order, each at its own time, and act before the next one wakes', async () => {
    const clock = create();
    const from = clock.now();
    const log: [string, number][] = [];
    const walk = async (name: string, ...steps: number[]) => {
      for (const step of steps) {
        await clock.sleep(step);
        for (let i = 0; i < 5; i++) await Promise.resolve();
        log.push([name, Math.round((clock.now() - from) / 1000)]);
      }
    };
    void walk('a', 2000, 2000, 2000);
    void walk('b', 3000, 500_000);
    void walk('c', 3000);
    await clock.advance(60_000);
    expect(log).toEqual([
      ['a', 2],
      ['b', 3],
      ['c', 3],
      ['a', 4],
      ['a', 6],
    ]);
  });

  test('a sleep of 0 or less needs no advance', async () => {
    const clock = create();
    await clock.sleep(0);
    await clock.sleep(-5);
  });

  test('an abort ends a sleep with its reason and leaves no listener', async () => {
    const clock = create();
    const controller = new AbortController();
    const added = vi.spyOn(controller.signal, 'addEventListener');
    const removed = vi.spyOn(controller.signal, 'removeEventListener');
    const woken = clock.sleep(10, controller.signal);
    await clock.advance(10);
    await woken;
    expect(added).toHaveBeenCalledOnce();
    expect(removed).toHaveBeenCalledWith('abort', added.mock.calls[0]?.[1]);

    const asleep = clock.sleep(10, controller.signal);
    controller.abort(new Error('enough'));
    await expect(asleep).rejects.toThrow('enough');
    await expect(clock.sleep(10, controller.signal)).rejects.toThrow('enough');
    await expect(clock.sleep(0, controller.signal)).rejects.toThrow('enough');
  });

  test('a sleep without end can be aborted', async () => {
    const clock = create();
    const controller = new AbortController();
    const sleeper = track(clock, Number.POSITIVE_INFINITY, controller.signal);
    await clock.advance(1e9);
    expect(sleeper.ended).toBeUndefined();
    controller.abort();
    await nextTurn();
    expect(sleeper.ended).toBe('aborted');
  });

  test('somebody who polls it without end does not keep advance from ending', async () => {
    const clock = create();
    let polling = true;
    const poll = async () => {
      while (polling) {
        clock.now();
        await nextTurn();
      }
    };
    void poll();
    const sleeper = track(clock, 5);
    await clock.advance(10);
    polling = false;
    expect(sleeper.ended).toBe('woken');
  });

  test('set goes to a date, ahead or back', async () => {
    const clock = create();
    await clock.set('2040-01-01T00:00:00.000Z');
    expect(new Date(clock.now()).toISOString()).toMatch(/^2040-01-01T00:00:00/);
    await clock.set(new Date('2026-01-01T00:00:00.000Z'));
    expect(new Date(clock.now()).toISOString()).toMatch(/^2026-01-01T00:00:00/);
  });

  test('after set has gone back, sleepers have the time left that they had', async () => {
    const clock = create();
    const sleeper = track(clock, 60_000);
    await clock.set(0);
    await clock.advance(50_000);
    expect(sleeper.ended).toBeUndefined();
    await clock.advance(10_000);
    await vi.waitFor(() => expect(sleeper.ended).toBe('woken'));
    expect(sleeper.at).toBeLessThan(70_000);
  });

  test('jump wakes nobody, and ends an advance under way', async () => {
    const clock = create();
    const sleeper = track(clock, 60_000);
    clock.jump(clock.now() + 3_600_000);
    await nextTurn();
    expect(sleeper.ended).toBeUndefined();

    track(clock, 10);
    const advance = clock.advance(3_600_000);
    clock.jump(start);
    await advance;
    expect(clock.now()).toBeLessThan(start + 60_000);
    expect(sleeper.ended).toBeUndefined();
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('advance(%s) is refused', async (ms) => {
    await expect(create().advance(ms)).rejects.toThrow(RangeError);
  });

  test('what is no date and no number is refused', async () => {
    await expect(create().set('yesterday')).rejects.toThrow('Not a date: yesterday');
    await expect(create().sleep(Number.NaN)).rejects.toThrow(RangeError);
  });

  test('everyone wakes when due and not before, whoever is aborted', async () => {
    const sleeperArbitrary = fc.record({ ms: fc.integer({ min: 1, max: 50_000 }), abort: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(sleeperArbitrary, { maxLength: 40 }),
        fc.array(fc.nat(60_000), { maxLength: 5 }),
        async (plans, advances) => {
          const clock = create();
          const from = clock.now();
          const sleepers = plans.map(({ ms, abort }) => {
            const controller = new AbortController();
            const sleeper = track(clock, ms, controller.signal);
            if (abort) controller.abort();
            return { ms, abort, sleeper };
          });
          for (const ms of advances) await clock.advance(ms);
          await nextTurn();
          const now = clock.now();
          for (const { ms, abort, sleeper } of sleepers) {
            expect(sleeper.ended).toBe(abort ? 'aborted' : from + ms <= now ? 'woken' : undefined);
            if (sleeper.ended === 'woken') expect(sleeper.at).toBeGreaterThanOrEqual(from + ms);
          }
          // Real timers must not outlive the run.
          await clock.advance(60_000);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('the virtual clock', () => {
  test('starts at a date, or at the present, and stands still', async () => {
    expect(virtualClock({ now: '2026-04-01T09:30:00.000Z' }).now()).toBe(start);
    expect(virtualClock({ now: new Date(start) }).now()).toBe(start);
    expect(Math.abs(virtualClock().now() - Date.now())).toBeLessThan(5000);
    expect(() => virtualClock({ now: 'soon' })).toThrow('Not a date: soon');
  });

  test('wakes at exactly the time asked for, a part of a millisecond rounded up', async () => {
    const clock = virtualClock({ now: start });
    const sleepers = [track(clock, 100), track(clock, 99.2), track(clock, 101)];
    await clock.advance(100);
    expect(sleepers).toEqual([{ ended: 'woken', at: start + 100 }, { ended: 'woken', at: start + 100 }, {}]);
  });

  test('reset goes back to where it started', async () => {
    const clock = virtualClock({ now: start });
    await clock.advance(1000);
    clock.reset();
    expect(clock.now()).toBe(start);
  });

  test('those who wait for the same time wake in the order they went to sleep', async () => {
    const clock = virtualClock({ now: start });
    const woken: number[] = [];
    for (let i = 0; i < 50; i++) {
      void clock.sleep(i % 2 ? 10 : 20).then(() => woken.push(i));
    }
    await clock.advance(20);
    const order = Array.from({ length: 50 }, (_, i) => i);
    expect(woken).toEqual([...order.filter((i) => i % 2), ...order.filter((i) => !(i % 2))]);
  });

  test('10,000 sleepers, half of them aborted, are quickly done', async () => {
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
});

describe('the automatic virtual clock', () => {
  test('hours of waiting pass by themselves, exactly', async () => {
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

  test('stands still while it is held, and goes on when every hold is let go', async () => {
    const clock = virtualClock({ now: start, auto: true });
    const releases = [clock.hold(), clock.hold()];
    const sleeper = track(clock, 1000);
    for (const release of releases) {
      for (let i = 0; i < 50; i++) await nextTurn();
      expect(sleeper.ended).toBeUndefined();
      release();
      release();
    }
    await vi.waitFor(() => expect(sleeper).toEqual({ ended: 'woken', at: start + 1000 }));
  });

  test('stands still while somebody asks it', async () => {
    const clock = virtualClock({ now: start, auto: true });
    const sleeper = track(clock, 1000);
    for (let i = 0; i < 50; i++) {
      await nextTurn();
      await nextTurn();
      expect(clock.now()).toBe(start);
    }
    expect(sleeper.ended).toBeUndefined();
    await vi.waitFor(() => expect(sleeper.ended).toBe('woken'));
  });

  test('an aborted sleep does not move it', async () => {
    const clock = virtualClock({ now: start, auto: true });
    const controller = new AbortController();
    const sleeper = track(clock, 1000, controller.signal);
    controller.abort();
    for (let i = 0; i < 10; i++) await nextTurn();
    expect(sleeper).toEqual({ ended: 'aborted', at: start });
    expect(clock.now()).toBe(start);
  });

  test('works while every timer is faked', async () => {
    vi.useFakeTimers();
    const clock = virtualClock({ now: start, auto: true });
    await clock.sleep(3_600_000);
    expect(clock.now()).toBe(start + 3_600_000);
  });
});

describe('the system clock', () => {
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

  test('keeps one timer for all sleepers, set anew by an advance, and none when nobody sleeps', async () => {
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
    vi.useFakeTimers({ toFake: ['Date'] });
    const clock = systemClock();
    const before = clock.now();
    vi.setSystemTime(before - 3_600_000);
    expect(clock.now()).toBeGreaterThanOrEqual(before);
  });

  test('reset shows the computer’s time again', async () => {
    const clock = systemClock();
    await clock.advance(3_600_000);
    clock.reset();
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(5000);
  });
});
