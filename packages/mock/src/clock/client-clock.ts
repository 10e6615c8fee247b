import type { Clock } from './clock.ts';

/**
 * A mock's clock for its clients, which count on time never going back: when `set` takes the mock back, theirs goes on
 * from where it was. Otherwise a client that remembers a window or a pause would wait for the same time twice.
 */
export function clientClock(clock: Clock): Clock {
  let ahead = 0;
  let latest = Number.NEGATIVE_INFINITY;
  return {
    now() {
      const now = clock.now();
      ahead = Math.max(ahead, latest - now);
      latest = now + ahead;
      return latest;
    },
    sleep: (ms, signal) => clock.sleep(ms, signal),
  };
}
