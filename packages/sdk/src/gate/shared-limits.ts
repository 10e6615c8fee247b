import type { ClientLimits, CredentialGate, QueuedCall } from './settings.ts';
import { SharedLimit } from './shared-limit.ts';
import type { RateLimitStore } from './store.ts';

/** The limits that a gate shares with other processes: one for each store of its clients. */
export class SharedLimits {
  readonly #gate: CredentialGate;
  readonly #byStore = new Map<RateLimitStore, SharedLimit>();

  constructor(gate: CredentialGate) {
    this.#gate = gate;
  }

  /** {@link SharedLimit.take}; nothing without a store. */
  take(call: QueuedCall, limits: ClientLimits): ReturnType<SharedLimit['take']> | undefined {
    return this.#of(limits)?.take(call, limits);
  }

  /** {@link SharedLimit.freeAt} */
  freeAt(limits: ClientLimits): number | undefined {
    return this.#of(limits)?.freeAt(limits);
  }

  /** No call waits any more. */
  drop(): void {
    for (const shared of this.#byStore.values()) shared.drop();
  }

  #of({ store }: ClientLimits): SharedLimit | undefined {
    if (!store) return undefined;
    const shared = this.#byStore.get(store) ?? new SharedLimit(store, this.#gate);
    this.#byStore.set(store, shared);
    return shared;
  }
}
