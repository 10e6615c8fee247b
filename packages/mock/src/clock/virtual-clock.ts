import { epoch, type MockClock } from './clock.ts';
import { IdleDetection, movableClock } from './movable-clock.ts';
import { TimerQueue } from './timer-queue.ts';

/** Options of {@link virtualClock}. */
export interface VirtualClockOptions {
  /** Where it starts: the present, unless given. */
  now?: Date | string | number;
  /**
   * Whether it goes by itself to the next sleeper's time once everyone is asleep: nobody has asked it anything for
   * three macrotasks and the mock is answering no request. Hours of waiting then pass in milliseconds. Off unless
   * given.
   *
   * Only work that it can see keeps it from jumping: `mock.fetch` and promises. Over sockets, real timers or
   * `crypto.subtle` it would jump early; there the system clock is right.
   */
  auto?: boolean;
}

/**
 * A clock that stands still until it is moved, by hand or by itself (`auto`). It needs no fake timers.
 *
 * @example
 * const mock = createMock({ clock: virtualClock({ now: '2026-04-01T09:30:00.000Z' }) });
 * await mock.clock.advance(60_000);
 *
 * @throws RangeError when `now` is no date.
 */
export function virtualClock({ now = Date.now(), auto = false }: VirtualClockOptions = {}): MockClock {
  const start = epoch(now);
  let current = start;
  let watching = false;
  const timers = new TimerQueue(() => {
    if (auto) void watch();
  });
  const idleness = new IdleDetection();

  const time = {
    now: () => current,
    goTo(to: number) {
      current = Math.max(current, to);
    },
    jumpTo(to: number) {
      current = to;
    },
    unmoved: () => start,
  };

  async function watch(): Promise<void> {
    if (watching) return;
    watching = true;
    while (timers.next < Number.POSITIVE_INFINITY) {
      await idleness.idle();
      // Meanwhile the last sleeper may have been aborted.
      if (timers.next === Number.POSITIVE_INFINITY) break;
      time.goTo(timers.next);
      timers.wake(current);
    }
    watching = false;
  }

  return movableClock(time, timers, idleness);
}
