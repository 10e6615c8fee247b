import type { Clock } from '../platform/clock.ts';
import { CallNotPermitted } from '../rate-limit/call-not-permitted.ts';
import { never, type Wait } from '../rate-limit/rate-limit.ts';
import type { CredentialSource } from './credential.ts';
import { Permit } from './permit.ts';
import type { PriorityQueue, QueueEntry } from './queue-entry.ts';
import { rejectAlike } from './reject-calls.ts';

/**
 * Whether waiting calls must poll. In Cloudflare Workers, a request may not settle a promise of another request. A
 * request that waits without a timer of its own is terminated, and a terminated request runs no `finally`.
 */
export function mustPoll(): boolean {
  return globalThis.navigator?.userAgent === 'Cloudflare-Workers';
}

/** Interval at which a waiting call polls, because no other call may wake it. */
const pollMs = 25;

/** Time for which an entry that has stopped polling keeps its place in the queue. */
const silentForMs = 1000;

/** The part of the queue that a polling call uses. */
export interface PolledQueue {
  readonly clock: Clock;
  readonly entries: PriorityQueue;
  rejectBlocked(): unknown;
  /** Returns how many requests like the call's may be sent now, as far as this process knows. */
  capacity(entry: QueueEntry): number;
  start(entry: QueueEntry): Permit | Wait | CallNotPermitted;
}

/** Waits by polling, because no other request may wake a call in this runtime. */
export async function poll(
  entry: QueueEntry,
  queue: PolledQueue,
  source: CredentialSource,
): Promise<Permit | 'timeout'> {
  const { entries, clock } = queue;
  const { signal } = entry.call;
  let end: (() => 'timeout') | undefined;
  entry.resolve = () => {
    end = () => 'timeout';
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
      // Remove entries that no longer poll: their requests were terminated without a `finally`.
      for (const other of entries) if ((other.seenAt ?? now) + silentForMs <= now) entries.remove(other);
      queue.rejectBlocked();
      if (end) return end();
      if (!source.fresh) {
        entry.notifyWait({ reason: 'token', until: never }, 0, now);
        await source.refresh(signal ?? new AbortController().signal);
        continue;
      }
      let isAsking = false;
      if (isDue(entry, queue)) {
        const started = queue.start(entry);
        if (started instanceof Permit) return started;
        if (started instanceof CallNotPermitted) {
          rejectAlike(entries, entry, started);
          continue;
        }
        entry.notifyWait(started, 0, now);
        isAsking = started.reason === 'store';
      }
      // The store responds within this request, so its result may end the sleep.
      const responses = isAsking ? [new Promise<void>((resolve) => (entry.wake = resolve))] : [];
      await Promise.race([clock.sleep(pollMs, signal), ...responses]);
    }
  } finally {
    entry.leave();
  }
}

/** Whether a call may try to start: among the calls under its limit, as many may try as there is capacity for. */
function isDue(entry: QueueEntry, queue: PolledQueue): boolean {
  let ahead = 0;
  // The first call may always try, because only an attempt shows the reason to wait.
  const due = Math.max(1, queue.capacity(entry));
  for (const other of queue.entries) {
    if (other === entry) return true;
    if (other.policy.limit === entry.policy.limit && ++ahead >= due) return false;
  }
  return false;
}
