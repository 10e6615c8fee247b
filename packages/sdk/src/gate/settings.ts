import type { Clock } from '../platform/clock.ts';
import type { Breaker } from './breaker.ts';
import type { RateLimitStore } from './store.ts';
import type { Ticket } from './ticket.ts';
import type { RateWindow } from './window.ts';

/** The behavior while the store can't be reached. */
type OnStoreError = 'fail' | 'local';

/** The gate of a credential, as its sources, its permits and its store see it. */
export interface CredentialGate {
  readonly origin: string;
  readonly token: string;
  readonly clock: Clock;
  readonly breaker: Breaker;
  readonly window: RateWindow;
  notRejected(sentAt: number): void;
  responded(): void;
  pauseUntil(until: number): void;
  /** Has the calls that wait look whether they must end. */
  recall(): void;
  fail(error: unknown, isAffected: (limits: ClientLimits) => boolean): void;
  dispatch(): void;
}

/** The origin of a client's credentials, as a gate and its permits see it. */
export interface Rotation {
  /** Whether a rejected credential can be replaced. */
  readonly isProvided: boolean;
  /** Whether the credential is still the one to use. */
  isCurrent(gate: CredentialGate): boolean;
  /**
   * Has a function asked for another credential, because this one is rejected or blocked. The function may return it again.
   * Returns `false` if it has done so within the last second, or if there is no function. `at`: when it was rejected in
   * another process, which may have been before this credential came.
   */
  replace(gate: CredentialGate, at?: number): boolean;
  /** Has a function asked again at the turn of a call that is sent again: its credential may have ended during the wait. */
  renew(gate: CredentialGate): boolean;
  accepted(gate: CredentialGate): void;
  /** Returns until when a function is asked for no credential, because too many were rejected. */
  rejected(gate: CredentialGate, now: number, sentAt: number): number | undefined;
}

/** A call that waits, for whatever. */
export interface Endable {
  readonly call: QueuedCall;
  leave(): void;
  reject(reason: unknown): void;
}

/** A client's limits and its waiting calls, as its gates see them. */
export interface ClientLimits extends RateLimits {
  readonly source: Rotation;
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
  /**
   * When the next request may be sent at the earliest, because of the limit or the pause after a 429, in milliseconds since
   * 1970; `null` when the limit doesn't hold it up.
   */
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
  /** The 401 after which the call is sent again. */
  readonly rejection?: object | undefined;
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
