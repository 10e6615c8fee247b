import type { Clock } from '@issue-tracking/sdk';
import type * as fc from 'fast-check';

/**
 * A clock on which a scheduler decides when each sleeper wakes: in any order, and as late as it likes, but never
 * before its time has come. Counts its sleepers.
 */
export function scheduledClock(scheduler: fc.Scheduler): Clock & { readonly sleepers: number } {
  let now = 0;
  let sleepers = 0;
  return {
    get sleepers() {
      return sleepers;
    },
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      const due = now + ms;
      const aborted = Promise.withResolvers<never>();
      const abort = () => aborted.reject(signal?.reason);
      signal?.addEventListener('abort', abort);
      sleepers++;
      try {
        await Promise.race([scheduler.schedule(Promise.resolve(), `sleep ${ms}`), aborted.promise]);
        now = Math.max(now, due);
      } finally {
        sleepers--;
        signal?.removeEventListener('abort', abort);
      }
    },
  };
}
