import { epoch, lastTime, type MockClock, span, within } from './clock.ts';
import type { IdleDetection } from './idle-detection.ts';
import type { TimerQueue } from './timer-queue.ts';

/** Macrotasks after which `advance` ends although a caller polls the clock without end. */
const maxMacrotasks = 100;

/** Where a clock has its time from. */
export interface TimeSource {
  now(): number;
  /** Ahead to a time; nowhere when that has passed. */
  goTo(time: number): void;
  /** Ahead or back. */
  jumpTo(time: number): void;
  /** Returns the time of a clock that was never moved. */
  unmoved(): number;
}

/**
 * A clock that can be moved. It goes ahead from sleeper to sleeper, as if the time had passed. Moves asked for while one is
 * under way add up: two `advance(1000)` are 2,000 ms, whether awaited or not.
 */
export function movableClock(time: TimeSource, timers: TimerQueue, idleness: IdleDetection): MockClock {
  let goal = 0;
  let moving = false;
  let moved = Promise.resolve();
  const watchers = new Set<() => void>();

  function notify(): void {
    for (const watcher of watchers) watcher();
  }

  async function move(): Promise<void> {
    // A call that was made just before, not awaited yet, first gets to where it sleeps: else it would sleep through this.
    await idleness.idle(maxMacrotasks);
    while (timers.next <= goal) {
      time.goTo(timers.next);
      timers.wake(time.now());
      await idleness.idle(maxMacrotasks);
    }
    time.goTo(goal);
    moving = false;
    notify();
  }

  function moveTo(goalFrom: (from: number) => number): Promise<void> {
    goal = within(goalFrom(moving ? goal : time.now()));
    if (!moving) {
      moving = true;
      moved = move();
    }
    return moved;
  }

  function jump(to: number): void {
    // Ends a move under way: where it was going was meant from where the clock no longer is.
    goal = Number.NEGATIVE_INFINITY;
    const by = to - time.now();
    time.jumpTo(to);
    timers.shift(by);
    notify();
  }

  return {
    now() {
      idleness.used();
      return time.now();
    },
    async sleep(ms, signal) {
      idleness.used();
      signal?.throwIfAborted();
      if (Number.isNaN(ms)) throw new RangeError('A sleep needs a number of milliseconds, not NaN.');
      if (!(ms > 0)) return;
      const at = time.now() + Math.ceil(ms);
      // A sleeper past the last time never wakes; an `auto` clock would jump there.
      await timers.add(at > lastTime ? Number.POSITIVE_INFINITY : at, signal);
    },
    async advance(ms) {
      const by = span(ms);
      await moveTo((from) => from + by);
    },
    async set(date) {
      const to = epoch(date);
      if (to < time.now()) jump(to);
      else await moveTo(() => to);
    },
    watch(listener) {
      watchers.add(listener);
      return () => void watchers.delete(listener);
    },
    async hold(work) {
      const release = idleness.hold();
      try {
        return await (typeof work === 'function' ? work() : work);
      } finally {
        release();
      }
    },
    pause: () => idleness.hold(),
    jump,
    reset: () => jump(time.unmoved()),
  };
}
