import type { Clock } from '../platform/clock.ts';
import { isWorker } from '../platform/server-environment.ts';
import { type Leases, noLeases } from './ticket.ts';

/** How often a waiting call looks by itself. */
const pollMs = 25;
/** A call that has not looked for so long is gone: its request has ended, and nothing told. */
const goneAfterMs = 1_000;

/** How long a composite call may keep a slot for a request. */
const keptMs = 15 * 60_000;

/** Returns the leases of a request: in Cloudflare Workers, one may end without a word. */
export function leases(now: number, timeoutMs: number): Leases {
  return isWorker() ? { lease: now + 2 * timeoutMs, keptLease: now + keptMs } : noLeases;
}

/** A promise that settles in the request that waits for it. */
export interface Polled<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
  readonly isGone: () => boolean;
}

/**
 * Returns the promise of a waiting call in Cloudflare Workers, and nothing elsewhere. There a request may not settle a
 * promise of another one, its timers end with it, and it counts as hung while it waits without a timer of its own. So each
 * call looks by itself.
 */
export function poll<T>(clock: Clock, look: () => void): Polled<T> | undefined {
  if (!isWorker()) return undefined;
  let seenAt = clock.now();
  let outcome: (() => T) | undefined;
  async function wait(): Promise<T> {
    // The call is not in its queue yet.
    await undefined;
    for (;;) {
      seenAt = clock.now();
      if (!outcome) look();
      if (outcome) return (outcome as () => T)();
      await clock.sleep(pollMs);
    }
  }
  return {
    promise: wait(),
    resolve(value) {
      outcome ??= () => value;
    },
    reject(reason) {
      outcome ??= () => {
        throw reason;
      };
    },
    isGone: () => seenAt + goneAfterMs <= clock.now(),
  };
}
