import type { Clock } from '../platform/clock.ts';
import { CallNotPermitted } from '../rate-limit/call-not-permitted.ts';
import { never, type Wait } from '../rate-limit/rate-limit.ts';
import type { CredentialSource } from './credential.ts';
import { Permit } from './permit.ts';
import type { PriorityQueue, QueueEntry } from './queue-entry.ts';

/**
 * Whether waiting calls must poll. In Cloudflare Workers a request may not settle a promise of another one, is ended
 * when it waits without a timer of its own, and runs no `finally` when it is ended.
 */
export function mustPoll(): boolean {
  return globalThis.navigator?.userAgent === 'Cloudflare-Workers';
}

/** How often a waiting call looks again where no other call may wake it. */
const pollMs = 25;

/** For how long an entry that has stopped looking keeps its place in the queue. */
const silentForMs = 1000;

/** The parts of the queue that a polling call uses. */
export interface PolledQueue {
  readonly clock: Clock;
  readonly source: CredentialSource;
  readonly entries: PriorityQueue;
  /** Ends the waiting of those who may wait no longer. */
  rejectOverdue(): unknown;
  /** Whether a call is among those that may go at once. */
  isDue(entry: QueueEntry): boolean;
  start(entry: QueueEntry): Permit | Wait | CallNotPermitted;
  /** Rejects a call, and those for which the same is true. */
  rejectAlike(entry: QueueEntry, failure: CallNotPermitted): void;
  leave(entry: QueueEntry): void;
}

/** Waits where no other request may wake a call: it looks for itself whether it is its turn. */
export async function poll(entry: QueueEntry, queue: PolledQueue): Promise<Permit | 'expired'> {
  const { clock, source, entries } = queue;
  const { signal } = entry.call;
  let end: (() => 'expired') | undefined;
  entry.resolve = () => {
    end = () => 'expired';
  };
  entry.reject = (reason) => {
    end = () => {
      throw reason;
    };
  };
  try {
    for (;;) {
      signal?.throwIfAborted();
      const now = clock.now();
      entry.seenAt = now;
      if (!entry.isQueued) entries.add(entry);
      // A request may have ended without its `finally`: its entry no longer looks, and is taken out of the way.
      for (const other of entries) if ((other.seenAt ?? now) + silentForMs <= now) entries.remove(other);
      queue.rejectOverdue();
      if (end) return end();
      if (!source.fresh) {
        entry.tell({ reason: 'token', until: never }, 0, now);
        await source.renew(signal ?? new AbortController().signal);
        continue;
      }
      let isAsking = false;
      if (queue.isDue(entry)) {
        const found = queue.start(entry);
        if (found instanceof Permit) return found;
        if (found instanceof CallNotPermitted) {
          queue.rejectAlike(entry, found);
          continue;
        }
        entry.tell(found, 0, now);
        isAsking = found.reason === 'store';
      }
      // The answer of the store comes within this request, so it may end the sleep.
      const answered = isAsking ? [new Promise<void>((resolve) => (entry.wake = resolve))] : [];
      await Promise.race([clock.sleep(pollMs, signal), ...answered]);
    }
  } finally {
    queue.leave(entry);
  }
}
