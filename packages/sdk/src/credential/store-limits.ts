import type { Warning } from '../hooks.ts';
import type { Clock } from '../platform/clock.ts';
import { Registry } from '../platform/registry.ts';
import type { CallNotPermitted } from '../rate-limit/call-not-permitted.ts';
import type { Slot, SlotRequest, Wait } from '../rate-limit/rate-limit.ts';
import { StoreLimit } from '../rate-limit/store-limit.ts';
import type { QueueEntry } from './queue-entry.ts';

/** The part of a queue that its limits in stores use. */
export interface StoreLimitsOptions {
  readonly origin: string;
  readonly clock: Clock;
  /** Whether waiting calls must poll. Then a request must not await a promise of another request's call of the store. */
  readonly polls: boolean;
  /** Lets all permitted calls through. */
  dispatch(): void;
}

/** The limits that the calls of one queue keep together with other processes. Only servers and workers have stores. */
export class StoreLimits {
  readonly #options: StoreLimitsOptions;
  readonly #limits = new Registry<StoreLimit>();

  constructor(options: StoreLimitsOptions) {
    this.#options = options;
  }

  /** Takes a slot for a call, in the asynchronous context in which the call was made. */
  acquire(entry: QueueEntry, request: SlotRequest): Slot | Wait | CallNotPermitted {
    const limit = this.#limitOf(entry);
    return entry.call.inContext(() => limit.acquire(request));
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
    const { polls, origin, clock, dispatch } = this.#options;
    const memory = entry.policy.limit;
    const create = (onChange: () => void) => new StoreLimit({ memory, origin, clock, onChange });
    if (!polls) return this.#limits.find(memory.key, () => create(dispatch));
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
