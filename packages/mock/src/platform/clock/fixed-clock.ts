import { epoch, type MockClock, span, within } from './clock.ts';
import { clockOf, serviceClockOf } from './service-clock.ts';
import { systemClock } from './system-clock.ts';

/**
 * Creates a clock that tells the same time until it is moved, while waits pass in real time: what a service writes is the same in
 * each run, and nothing waits forever. Windows, such as that of the rate limit, stand still with it.
 *
 * @throws RangeError for a text that is not a date.
 */
export function fixedClock(date: Date | string): MockClock {
  const start = epoch(date);
  let current = start;
  const running = serviceClockOf(systemClock());

  return clockOf({
    ...running,
    kind: 'virtual',
    now: () => current,
    async advance(ms) {
      current = within(current + span(ms));
      await running.advance(ms);
    },
    async set(date) {
      const by = epoch(date) - current;
      current += by;
      if (by > 0) await running.advance(by);
      else running.jump(running.now());
    },
    jump(to) {
      current = to;
      running.jump(running.now());
    },
    reset() {
      current = start;
      running.reset();
    },
  });
}
