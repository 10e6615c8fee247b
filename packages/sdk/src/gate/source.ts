import type { Gate } from './gate.ts';
import type { ClientLimits, QueuedCall, RateLimitState, Rotation } from './settings.ts';

/** Where the calls of a client get their credential: each as the gate where calls with it wait. */
export interface Source extends Rotation {
  /** The gate of the present credential, or of the last one. */
  readonly last: Gate | undefined;
  /** Calls that wait for the credential. */
  readonly queued: number;
  /**
   * Returns the gate of the credential to use now, at once if there is one.
   *
   * @throws CallNotPermitted when the function fails, or too many of its credentials were rejected.
   * @throws the signal's reason, when it aborts first.
   */
  gate(call: QueuedCall, limits: ClientLimits): Gate | Promise<Gate>;
}

/** Returns the source of an API key or a token that can't be refreshed. */
export function fixedSource(gate: Gate): Source {
  return {
    isProvided: false,
    last: gate,
    queued: 0,
    gate: () => gate,
    isCurrent: () => true,
    replace: () => false,
    renew: () => false,
    accepted() {},
    rejected: () => undefined,
  };
}

/** Returns the state of a client's rate limit. */
export function rateLimitState({ last, queued }: Source, limit: number): RateLimitState {
  const state = last?.state(limit) ?? { used: 0, nextAt: null };
  return { limit, ...state, queued: queued + (last?.queued ?? 0) };
}
