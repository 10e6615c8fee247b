import type { MockClock } from './clock.ts';
import { IdleDetection } from './idle-detection.ts';
import { movableClock } from './movable-clock.ts';
import { clockOf } from './service-clock.ts';
import { TimerQueue } from './timer-queue.ts';
import { unfaked } from './unfaked.ts';

/** Maximum delay of timers: with a longer one they fire immediately. */
const maxDelay = 2 ** 31 - 1;

/**
 * Returns a clock with the computer's time, which tests can move: `advance` and `set` shift it, and it runs on from there. Rate
 * limits, lockouts, key expiry and `Retry-After` follow. It also follows fake dates (`vi.setSystemTime`), ahead and back.
 *
 * @example
 * await mock.clock.advance(900_000); // the lockout is over
 */
export function systemClock(): MockClock {
  let offset = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The time that the timer is set for; `NaN` if it must be set again. */
  let timerAt = Number.POSITIVE_INFINITY;
  const present = steadyTime();
  const timers = new TimerQueue(setTimer);

  const time = {
    now: () => present.now() + offset,
    goTo(to: number) {
      if (to > time.now()) time.jumpTo(to);
    },
    jumpTo(to: number) {
      offset = to - present.now();
      timerAt = Number.NaN;
      setTimer();
    },
    unmoved: present.restart,
  };

  /** Sets one timer for the first sleeper; none without sleepers, so that the process can end. */
  function setTimer(): void {
    if (timers.next === timerAt) return;
    clearTimeout(timer);
    timerAt = timers.next;
    if (timerAt === Number.POSITIVE_INFINITY) return;
    const delay = Math.min(Math.max(0, timerAt - time.now()), maxDelay);
    const due = time.now() + delay;
    timer = setTimeout(() => {
      timerAt = Number.NaN;
      // Timers may fire slightly early, but a sleeper must not wake before its time.
      time.goTo(due);
      timers.wake(time.now());
    }, delay);
  }

  return clockOf({
    ...movableClock(time, timers, new IdleDetection()),
    kind: 'system',
    // It never jumps by itself.
    pause: () => () => {},
  });
}

const RealDate = unfaked('Date');

/**
 * Returns the computer's time without steps back, which would reopen a sliding window. Follows steps ahead, as after the computer
 * has slept. If a test has replaced `Date`, follows it ahead and back.
 */
function steadyTime(): { now(): number; restart(): number } {
  let origin = Number.NEGATIVE_INFINITY;
  function now(): number {
    if (globalThis.Date !== RealDate) return Date.now();
    const elapsed = performance.now();
    origin = Math.max(origin, Date.now() - elapsed);
    return Math.floor(origin + elapsed);
  }
  return {
    now,
    /** Accepts an earlier time of the computer. */
    restart() {
      origin = Number.NEGATIVE_INFINITY;
      return now();
    },
  };
}
