import { type MockClock, systemClock, virtualClock } from '@issue-tracking/mock';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { start, track } from './fixture.ts';
import { nextMacrotask } from './macrotask.ts';
import { serviceClockOf } from './service-clock.ts';

const kinds: [string, () => MockClock][] = [
  ['virtual clock', () => virtualClock({ now: start })],
  ['system clock', () => systemClock()],
];

describe.each(kinds)('the %s', (_, create) => {
  test('moves by advance()', async () => {
    const clock = create();
    const from = clock.now();
    await clock.advance(60_000);
    expect(clock.now()).toBeGreaterThanOrEqual(from + 60_000);
  });

  test('wakes a caller that is about to sleep when advance() is called', async () => {
    const clock = create();
    let isAwake = false;
    const work = async () => {
      // As a client does before it waits to send again: some promises, and an answer that takes a macrotask.
      for (let i = 0; i < 50; i++) await Promise.resolve();
      clock.now();
      await nextMacrotask();
      await clock.sleep(1000);
      isAwake = true;
    };
    const done = work();
    // Of real time the system clock's sleeper, too, has some left.
    await clock.advance(1100);
    await vi.waitFor(() => expect(isAwake).toBe(true));
    await done;
  });

  test('adds up concurrent advances', async () => {
    const clock = create();
    const from = clock.now();
    track(clock, 1000);
    void clock.advance(1000);
    void clock.advance(1000);
    await clock.advance(1000);
    expect(clock.now()).toBeGreaterThanOrEqual(from + 3000);
  });

  test('wakes sleepers in order, at their own times, and waits for each before it wakes the next', async () => {
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
    await clock.advance(500_000);
    expect(log.at(-1)).toEqual(['b', 503]);
  });

  test('ends a sleep of 0 or less without an advance', async () => {
    const clock = create();
    await clock.sleep(0);
    await clock.sleep(-5);
  });

  test('rejects an aborted sleep with its reason and leaves no listener', async () => {
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

  test('can abort an endless sleep', async () => {
    const clock = create();
    const controller = new AbortController();
    const sleeper = track(clock, Number.POSITIVE_INFINITY, controller.signal);
    await clock.advance(1e9);
    expect(sleeper.ended).toBeUndefined();
    controller.abort();
    await nextMacrotask();
    expect(sleeper.ended).toBe('aborted');
  });

  test('ends advance() despite a caller that polls the time', async () => {
    const clock = create();
    let polling = true;
    const poll = async () => {
      while (polling) {
        clock.now();
        await nextMacrotask();
      }
    };
    void poll();
    const sleeper = track(clock, 5);
    await clock.advance(10);
    polling = false;
    expect(sleeper.ended).toBe('woken');
  });

  test('moves forward or back to a date by set()', async () => {
    const clock = create();
    await clock.set('2040-01-01T00:00:00.000Z');
    expect(new Date(clock.now()).toISOString()).toMatch(/^2040-01-01T00:00:00/);
    await clock.set(new Date('2026-01-01T00:00:00.000Z'));
    expect(new Date(clock.now()).toISOString()).toMatch(/^2026-01-01T00:00:00/);
  });

  test('keeps the remaining time of sleepers when set() moves it back', async () => {
    const clock = create();
    const sleeper = track(clock, 60_000);
    await clock.set(0);
    await clock.advance(50_000);
    expect(sleeper.ended).toBeUndefined();
    await clock.advance(10_000);
    await vi.waitFor(() => expect(sleeper.ended).toBe('woken'));
    expect(sleeper.at).toBeLessThan(70_000);
  });

  test('wakes no sleeper by jump(), which ends a running advance', async () => {
    const clock = create();
    const sleeper = track(clock, 60_000);
    serviceClockOf(clock).jump(clock.now() + 3_600_000);
    await nextMacrotask();
    expect(sleeper.ended).toBeUndefined();

    track(clock, 10);
    const advance = clock.advance(3_600_000);
    serviceClockOf(clock).jump(start);
    await advance;
    expect(clock.now()).toBeLessThan(start + 60_000);
    expect(sleeper.ended).toBeUndefined();
    await clock.advance(60_000);
    expect(sleeper.ended).toBe('woken');
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('rejects advance(%s)', async (ms) => {
    await expect(create().advance(ms)).rejects.toThrow(RangeError);
  });

  test('stays within years of four digits, which timestamps can show [GEN-4]', async () => {
    const clock = create();
    const before = clock.now();
    const pastAll = /^The time of a clock must be from 0000-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z/;
    for (const ms of [1e300, 9e15, Date.parse('9999-12-31T23:59:59.999Z')]) {
      await expect(clock.advance(ms)).rejects.toThrow(pastAll);
    }
    await expect(clock.set('+010000-01-01T00:00:00.000Z')).rejects.toThrow(pastAll);
    await expect(clock.set(-1e14)).rejects.toThrow(pastAll);
    expect(clock.now() - before).toBeLessThan(60_000);
    await clock.advance(1);
  });

  test('rejects an invalid date or duration', async () => {
    await expect(create().set('yesterday')).rejects.toThrow('Not a date: yesterday');
    await expect(create().set(null as never)).rejects.toThrow('Not a date: null');
    await expect(create().sleep(Number.NaN)).rejects.toThrow(RangeError);
  });

  test('wakes sleepers when due and not before, whichever others are aborted', async () => {
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
            return { ms, abort, sleeper, dueBy: clock.now() + ms };
          });
          let reached = from;
          for (const ms of advances) {
            reached = clock.now() + ms;
            await clock.advance(ms);
          }
          await nextMacrotask();
          const now = clock.now();
          for (const { ms, abort, sleeper, dueBy } of sleepers) {
            if (abort) expect(sleeper.ended).toBe('aborted');
            else if (dueBy <= reached) expect(sleeper.ended).toBe('woken');
            // In between only the system clock's own real milliseconds decide.
            else if (from + ms > now) expect(sleeper.ended).toBeUndefined();
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
