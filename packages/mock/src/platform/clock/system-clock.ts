import type { MockClock } from './clock.ts';
import { IdleDetection } from './idle-detection.ts';
import { movableClock } from './movable-clock.ts';
import { TimerQueue } from './timer-queue.ts';
import { unfaked } from './unfaked.ts';

/** The longest delay a timer takes: past it, timers fire at once. */
const maxDelay = 2 ** 31 - 1;

/**
 * The computer's time, which tests can still move: `advance` and `set` shift it, and it runs on from there. Windows,
 * lockouts, key expiry and `Retry-After` follow. It follows fake dates too (`vi.setSystemTime`), ahead and back.
 *
 * @example
 * await mock.clock.advance(900_000); // the lockout is over
 */
export function systemClock(): MockClock {
  let offset = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The time that the timer is set for; `NaN` when it must be set anew. */
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

  /** Keeps one timer, for the first sleeper; without sleepers none, so that the process can end. */
  function setTimer(): void {
    if (timers.next === timerAt) return;
    clearTimeout(timer);
    timerAt = timers.next;
    if (timerAt === Number.POSITIVE_INFINITY) return;
    const delay = Math.min(Math.max(0, timerAt - time.now()), maxDelay);
    const due = time.now() + delay;
    timer = setTimeout(() => {
      timerAt = Number.NaN;
      // Timers may fire a little early: a sleeper that wakes must find its time reached.
      time.goTo(due);
      timers.wake(time.now());
    }, delay);
  }

  return {
    ...movableClock(time, timers, new IdleDetection()),
    kind: 'system',
    // It never jumps by itself, so there is nothing to keep it from.
    pause: () => () => {},
  };
}

const RealDate = unfaked('Date');

/**
 * The computer's time without its steps back: those would reopen a sliding window. Steps ahead are followed, as after
 * the computer has slept. Where a test has replaced `Date`, its time is followed ahead and back.
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
    /** Forgets how far ahead the time has been. */
    restart() {
      origin = Number.NEGATIVE_INFINITY;
      return now();
    },
  };
}
