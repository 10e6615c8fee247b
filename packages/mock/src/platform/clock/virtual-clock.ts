import * as z from 'zod/mini';
import { parseInput } from '../input/input-error.ts';
import { flag, object, type ShapeOf } from '../input/schemas.ts';
import { epoch, type MockClock } from './clock.ts';
import { IdleDetection } from './idle-detection.ts';
import { movableClock } from './movable-clock.ts';
import { clockOf } from './service-clock.ts';
import { TimerQueue } from './timer-queue.ts';

/** Options of {@link virtualClock}. */
export interface VirtualClockOptions {
  /** Initial time. By default the present. */
  now?: Date | string | number | undefined;
  /**
   * Whether it jumps by itself to the end of the next wait once all of its users wait: it was not used for three macrotasks, and
   * the mock handles no request. Hours of waiting then pass in milliseconds. By default `false`.
   *
   * Only work that it can see prevents a jump: `mock.fetch` and promises. During other work, such as timers, files or rendering,
   * stop it with `mock.clock.hold(work)`. With sockets or `crypto.subtle` it would jump early: use the system clock.
   */
  auto?: boolean | undefined;
}

const nowMust = 'must be a date, such as 2026-04-01T09:30:00.000Z, or milliseconds since 1970';

/** {@link VirtualClockOptions} */
const virtualClockOptions = object({
  now: z.optional(z.union([z.date(), z.string(), z.number()], nowMust)),
  auto: z.optional(flag),
} satisfies ShapeOf<VirtualClockOptions>);

const wording = { who: 'Options of virtualClock()', hasNo: 'virtualClock() has no option', member: 'The option' };

/**
 * Creates a clock that stands still until you move it, or that jumps by itself (`auto`). It needs no fake timers.
 *
 * @param options The initial time, and `auto`.
 *
 * @example
 * const mock = createMock({ clock: virtualClock({ now: '2026-04-01T09:30:00.000Z' }) });
 * await mock.clock.advance(60_000);
 *
 * @throws RangeError for a text or number that is not a date; TypeError for other invalid options.
 */
export function virtualClock(options: VirtualClockOptions = {}): MockClock {
  const { now = Date.now(), auto = false } = parseInput(virtualClockOptions, options, wording);
  const start = epoch(now);
  let current = start;
  let watching = false;
  const timers = new TimerQueue(() => {
    if (auto) void watch();
    else warnWhenStuck();
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
      // The last sleeper may have been aborted meanwhile.
      if (timers.next === Number.POSITIVE_INFINITY) break;
      time.goTo(timers.next);
      timers.wake(current);
    }
    watching = false;
  }

  let warning: 'off' | 'set' | 'printed' = 'off';
  /** Warns of a clock that a test forgot to move: the test's timeout would not name the cause. */
  function warnWhenStuck(): void {
    if (warning !== 'off' || timers.size === 0) return;
    warning = 'set';
    const since = current;
    const timer = setTimeout(() => {
      warning = 'off';
      if (timers.size === 0 || current !== since) return warnWhenStuck();
      warning = 'printed';
      // biome-ignore lint/suspicious/noConsole: no caller could catch it.
      console.warn(stuckMessage(timers, current));
    }, warnAfter);
    // The timer must not keep a process running. In pages, timers are numbers.
    if (typeof timer === 'object') timer.unref();
  }

  return clockOf({ ...movableClock(time, timers, idleness), kind: 'virtual', ...(auto && { note: movesByItself }) });
}

const movesByItself =
  'The clock moved by itself: virtualClock({ auto: true }) does not see timers, files or rendering, and jumps ahead meanwhile. ' +
  'Do such work within mock.clock.hold(() => work), or move the clock by hand';

/** Time without movement before the warning, in milliseconds of real time. */
const warnAfter = 1000;
/** Maximum sleeps that a warning lists. */
const listed = 5;

function stuckMessage(timers: TimerQueue, now: number): string {
  const times = [...timers.times()].sort((a, b) => a - b);
  const list = times.slice(0, listed).map((at) => (at === Number.POSITIVE_INFINITY ? 'forever' : `${at - now} ms`));
  const more = times.length > listed ? `, and ${times.length - listed} more` : '';
  return (
    `virtualClock() has not moved for a second, with sleeps pending: ${list.join(', ')}${more}. ` +
    'Call clock.advance(ms), or use virtualClock({ auto: true }).'
  );
}
