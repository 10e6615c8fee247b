import type { Source } from './source.ts';
import type { RateLimitStore } from './store.ts';
import type { Ticket } from './ticket.ts';
import type { Endable } from './waiting.ts';

/** The behavior while the store can't be reached. */
export type OnStoreError = 'fail' | 'local';

/** What the gates know of a client. */
export interface ClientLimits extends RateLimits {
  readonly source: Source;
  /** Its calls that wait. */
  readonly waiting: Set<Endable>;
  /** Whether the lockout protection holds for the client's calls. */
  readonly isProtected: boolean;
}

/** The option `rateLimit`, with defaults. */
export interface RateLimits {
  /** Requests in one window. With `Infinity`, only the pauses after a 429 remain. */
  readonly limit: number;
  readonly windowMs: number;
  /** Counts the requests of all processes. Without a store, each process counts only its own. */
  readonly store?: RateLimitStore | undefined;
  readonly onStoreError: OnStoreError;
}

/** The state of a client's rate limit. */
export interface RateLimitState {
  /** Requests in one window. */
  readonly limit: number;
  /**
   * Slots that this process holds, for requests in flight and for requests with a response less than one window ago.
   */
  readonly used: number;
  /** Calls that wait for a slot or for the credential. */
  readonly queued: number;
  /** End of the pause after a 429, in milliseconds since 1970; `null` without a pause. */
  readonly pausedUntil: number | null;
  /** When the next request may be sent at the earliest, in milliseconds since 1970; `null` when it may be sent now. */
  readonly nextAt: number | null;
}

/** The reason for which a call waits before it is sent. */
export type WaitReason = 'rate-limit' | 'credential' | 'token' | 'store';

/** Why a call can't be sent yet, and when that ends if nothing changes before. */
export interface Wait {
  readonly reason: WaitReason;
  readonly until: number;
}

/** The facts about a call that the gate needs. */
export interface QueuedCall {
  readonly ticket: Ticket;
  readonly signal: AbortSignal | undefined;
  /** Whether the call may still be sent when its client is closed. */
  readonly completesComposite?: boolean;
  /** End of the call's deadline. The call fails at once if it is known that it can't be sent before. */
  readonly deadlineAt: number;
  readonly settings: {
    readonly timeout: number;
    /** Calls with a higher priority go first. */
    readonly priority: number;
    /** Longest pause that the call waits for, in milliseconds. */
    readonly retry: { readonly maxRetryAfter: number };
  };
  /** Called once for each reason. `ms`: the shortest possible wait, if it is known. */
  waits(reason: WaitReason, ms: number | undefined): void;
}

export function rateLimitState({ source, limit }: ClientLimits): RateLimitState {
  const { last, queued } = source;
  const state = last?.state(limit) ?? { used: 0, pausedUntil: null, nextAt: null };
  return { limit, ...state, queued: queued + (last?.queued ?? 0) };
}
