import { epoch, lastTime, span, within } from './clock.ts';
import type { IdleDetection } from './idle-detection.ts';
import type { ServiceClock } from './service-clock.ts';
import type { TimerQueue } from './timer-queue.ts';

/** Macrotasks after which `advance` continues although a caller keeps polling the clock. */
const maxMacrotasks = 100;

/** The source of a clock's time. */
export interface TimeSource {
  now(): number;
  /** Moves ahead to a time. Does nothing if it has passed. */
  goTo(time: number): void;
  /** Moves ahead or back to a time. */
  jumpTo(time: number): void;
  /** Returns the time of a clock that was never moved. */
  unmoved(): number;
}

/**
 * Creates a clock that can be moved. It advances from sleeper to sleeper, as if the time had passed. Concurrent moves add up:
 * two `advance(1000)` are 2,000 ms, whether awaited or not.
 */
export function movableClock(
  time: TimeSource,
  timers: TimerQueue,
  idleness: IdleDetection,
): Omit<ServiceClock, 'kind'> {
  let goal = 0;
  let moving = false;
  let moved = Promise.resolve();
  let isMoved = false;
  const watchers = new Set<(by: number) => void>();

  function notify(by: number): void {
    isMoved = true;
    for (const watcher of watchers) watcher(by);
  }

  async function move(): Promise<void> {
    const from = time.now();
    // Let calls that were started just before reach their sleep: otherwise this move would not wake them.
    await idleness.idle(maxMacrotasks);
    while (timers.next <= goal) {
      time.goTo(timers.next);
      timers.wake(time.now());
      await idleness.idle(maxMacrotasks);
    }
    time.goTo(goal);
    moving = false;
    // A jump has cancelled it.
    if (goal > from) notify(goal - from);
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
    // Cancels a pending move: its goal was relative to the old time.
    goal = Number.NEGATIVE_INFINITY;
    const by = to - time.now();
    time.jumpTo(to);
    timers.shift(by);
    notify(by);
  }

  return {
    now() {
      idleness.used();
      return time.now();
    },
    async sleep(ms, signal) {
      idleness.used();
      signal?.throwIfAborted();
      if (Number.isNaN(ms)) throw new RangeError('sleep() must be called with a number of milliseconds, found NaN.');
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
    isMoved: () => isMoved,
    reset() {
      jump(time.unmoved());
      isMoved = false;
    },
  };
}
