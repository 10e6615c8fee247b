import type { Clock } from '../platform/clock.ts';
import type { Wait } from '../rate-limit/rate-limit.ts';
import { Admission } from './admission.ts';
import type { CredentialSource } from './credential.ts';
import type { Waiter, Waiters } from './waiter.ts';

/**
 * Whether waiting calls must poll. In Cloudflare Workers a request may not settle a promise of another one, is ended
 * when it waits without a timer of its own, and runs no `finally` when it is ended.
 */
export function mustPoll(): boolean {
  return globalThis.navigator?.userAgent === 'Cloudflare-Workers';
}

/** How often a waiting call looks again where no other call may wake it. */
const pollMs = 25;

/** For how long one that has stopped looking keeps its place in the queue. */
const silentForMs = 1000;

/** What a polling call needs of the queue it waits in. */
export interface Polled {
  readonly clock: Clock;
  readonly source: CredentialSource;
  readonly waiters: Waiters;
  /** Ends the waiting of those who may wait no longer. */
  refuse(): unknown;
  start(waiter: Waiter): Admission | Wait | Promise<Admission | Wait>;
  leave(waiter: Waiter): void;
}

/** Where nobody may be woken, each looks for itself whether it is its turn. */
export async function poll(waiter: Waiter, queue: Polled): Promise<Admission | 'expired'> {
  const { clock, source, waiters } = queue;
  const { signal } = waiter.call;
  let end: (() => 'expired') | undefined;
  waiter.resolve = () => {
    end = () => 'expired';
  };
  waiter.reject = (reason) => {
    end = () => {
      throw reason;
    };
  };
  try {
    for (;;) {
      signal?.throwIfAborted();
      const now = clock.now();
      waiter.seenAt = now;
      if (!waiter.isQueued) waiters.add(waiter, false);
      // One may have ended without its `finally`: it no longer looks, and is taken out of the others' way.
      for (const other of waiters) if ((other.seenAt ?? now) + silentForMs <= now) waiters.remove(other);
      queue.refuse();
      if (end) return end();
      if (!source.fresh) {
        waiter.tell({ reason: 'token', until: Number.POSITIVE_INFINITY }, 0, now);
        await source.renew(signal ?? new AbortController().signal);
        continue;
      }
      if (isNext(waiter, waiters)) {
        const looked = queue.start(waiter);
        const found = looked instanceof Promise ? await looked : looked;
        if (found instanceof Admission) return found;
        waiter.tell(found, 0, now);
      }
      await clock.sleep(pollMs, signal);
    }
  } finally {
    queue.leave(waiter);
  }
}

function isNext(waiter: Waiter, waiters: Waiters): boolean {
  for (const other of waiters) if (other.terms.limit === waiter.terms.limit) return other === waiter;
  return false;
}
