import type { Warning } from '../hooks.ts';
import type { Clock } from '../platform/clock.ts';
import { Registry } from '../platform/registry.ts';
import type { CallNotPermitted } from '../rate-limit/call-not-permitted.ts';
import type { Slot, SlotRequest, Wait } from '../rate-limit/rate-limit.ts';
import { StoreLimit } from '../rate-limit/store-limit.ts';
import { type CredentialState, failuresRisked } from './lockout-guard.ts';
import { leaseMsOf, type QueueEntry } from './queue-entry.ts';

/** The part of a queue that its limits in stores use. */
export interface LimitedQueue {
  readonly origin: string;
  readonly clock: Clock;
  readonly entries: { readonly size: number };
  /** Whether waiting calls must poll. Then a request must not await a promise of another request's call of the store. */
  readonly polls: boolean;
  /** Lets all permitted calls through. */
  dispatch(): void;
  /** Returns how many requests like a call's may be sent now, as far as this process knows. */
  capacity(entry: QueueEntry): number;
}

/** The limits that the calls of one queue keep together with other processes. Only servers and workers have stores. */
export class StoreLimits {
  readonly #queue: LimitedQueue;
  readonly #limits = new Registry<StoreLimit>();

  constructor(queue: LimitedQueue) {
    this.#queue = queue;
  }

  /** Takes a slot for a call, in the asynchronous context in which the call was made. */
  acquire(
    entry: QueueEntry,
    token: string,
    { pause }: CredentialState,
    localLeaseMs: number,
  ): Slot | Wait | CallNotPermitted {
    const { call, policy } = entry;
    const { polls, entries } = this.#queue;
    const limit = this.#limitOf(entry);
    const request: SlotRequest = {
      token,
      pause,
      leaseMs: leaseMsOf(call),
      localLeaseMs,
      places: policy.isProtected ? failuresRisked : undefined,
      capacity: polls ? 1 : this.#queue.capacity(entry),
      waiting: () => entries.size,
    };
    return call.inContext(() => limit.acquire(request));
  }

  /** Releases the grants that no call could use. */
  releaseGrants(): void {
    for (const limit of this.#limits.values()) limit.releaseGrants();
  }

  /** Aborts all calls of the store, because no call waits any more. */
  suspend(): void {
    for (const limit of this.#limits.values()) limit.suspend();
  }

  #limitOf(entry: QueueEntry): StoreLimit {
    const { polls, origin, clock } = this.#queue;
    const memory = entry.policy.limit;
    const create = (onChange: () => void) => new StoreLimit({ memory, origin, clock, onChange });
    if (!polls) return this.#limits.find(memory.key, () => create(() => this.#queue.dispatch()));
    entry.storeLimit ??= create(() => entry.wake?.());
    return entry.storeLimit;
  }
}

/** Returns the warning about an outage of a store, for calls that go on without it. */
export function outageWarning(since: number): Warning {
  const message =
    `the rate-limit store has been unreachable since ${new Date(since).toISOString()}. Until it is back, each process ` +
    'counts its own requests and failed authentications, so 429s and a lockout are possible.';
  return { code: 'store-unavailable', message };
}
