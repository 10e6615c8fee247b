import type { EndpointName } from '@issue-tracking/model';

/** Members of every event of a call. Events contain no credential, query or body. */
export interface CallEvent {
  /** Number of the call, the same in all its events and in its error. Unique in this process. */
  readonly callId: number;
  /** HTTP method. */
  readonly method: string;
  /** Path below the base URL, without the query. */
  readonly path: string;
  /** Name of the client's method. Absent for `client.request`. */
  readonly endpoint?: EndpointName;
  /** Number of the attempt, from 1. An attempt that failed before it was sent has the number of the next attempt. */
  readonly attempt: number;
}

/** An attempt has ended, with or without a response. */
export interface ResponseEvent extends CallEvent {
  /** HTTP status. Absent if no response came. */
  readonly status?: number;
  /** Name of the error class; absent on success. */
  readonly error?: string;
  /** The response's `x-request-id`. Absent if it has none. */
  readonly requestId?: string;
  /**
   * For a write that failed: whether the service may have applied it, in this attempt or an earlier one.
   */
  readonly mayHaveBeenApplied?: boolean;
  /** Time from sending to the end of the body, in milliseconds. */
  readonly durationMs: number;
}

/** An attempt failed and another will follow. */
export interface RetryEvent extends CallEvent {
  /** HTTP status. Absent if no response came. */
  readonly status?: number;
  /** Name of the error class of the attempt. */
  readonly error: string;
  /** Time until the next attempt, in milliseconds. The rate limit may add to it. */
  readonly waitMs: number;
}

/** A call has ended. Also one that is made of several requests, and one for which nothing was sent. */
export interface EndEvent extends Omit<CallEvent, 'attempt'> {
  /** How many attempts were made. */
  readonly attempts: number;
  /** Whether any request may have reached the service. */
  readonly sent: boolean;
  /** HTTP status of the response with which the call ended. Absent if it ended without one. */
  readonly status?: number;
  /** Name of the error class with which the call rejects; absent on success. */
  readonly error?: string;
  /** For a write that failed: whether the service may have applied it. */
  readonly mayHaveBeenApplied?: boolean;
  /** Time in which no request was in flight, in milliseconds: for the rate limit, the credential and between attempts. */
  readonly waitedMs: number;
  /** Time from the call to its result, in milliseconds. */
  readonly durationMs: number;
}

/** A call waits before its next attempt. */
export interface WaitEvent extends CallEvent {
  /**
   * `rate-limit`: for a free slot under the rate limit; `retry`: after a failed attempt; `credential`: until the
   * credential is known to be good, or fewer requests with it are in flight; `token`: for the credential function;
   * `store`: for the store that counts for several processes.
   */
  readonly reason: 'rate-limit' | 'retry' | 'credential' | 'token' | 'store';
  /** The shortest time that the wait can take, in milliseconds. Absent if that is unknown. */
  readonly waitMs?: number;
}

/** A problem that fails no call. */
export interface Warning {
  /** The rate-limit store can't be reached, and the client goes on without it. Once for each outage. */
  readonly code: 'store-unavailable';
  /** The observation, and the remedy. */
  readonly message: string;
}

/** A difference from version 1, or a list that could not be read completely. */
export interface Drift {
  /** Name of the client's method. */
  readonly endpoint: EndpointName;
  /**
   * `unknown-field`: a field that this version of the package doesn't know. `unknown-value`: a value outside an
   * enumeration, a range or a format, such as a timestamp in another precision. `null-value`, `missing-field` and
   * `wrong-type`: a promised field is `null`, missing or of another type. `unstable-list`: an iteration whose list kept
   * changing, so that issues may be missing.
   */
  readonly kind: 'unknown-field' | 'unknown-value' | 'null-value' | 'missing-field' | 'wrong-type' | 'unstable-list';
  /** Place in the body, with `[]` for any entry of a list: `data[].status`. At most 200 characters. */
  readonly path: string;
  /** The first 100 characters of an unknown value. */
  readonly value?: string;
}

/**
 * Functions that the client calls with its events. If a function throws or rejects, the call is not affected. The first failure of each
 * is logged as a warning, once for a logger.
 *
 * @example
 * const hooks: Hooks = { onRetry: ({ path, error, waitMs }) => console.warn(`${path}: ${error}, again in ${waitMs} ms`) };
 */
export interface Hooks {
  /** Before each attempt. */
  onRequest?: ((event: CallEvent) => unknown) | undefined;
  /** After each attempt. */
  onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /** After a failed attempt that is retried. */
  onRetry?: ((event: RetryEvent) => unknown) | undefined;
  /** When a call has to wait: once for each reason and attempt. */
  onWait?: ((event: WaitEvent) => unknown) | undefined;
  /**
   * Once for each call, when it ends: also for one that is rejected or blocked before anything is sent. `issues.context` and
   * other calls of several requests are one call, and so is each page of an iteration.
   */
  onEnd?: ((event: EndEvent) => unknown) | undefined;
  /** Once for each difference from version 1. */
  onDrift?: ((drift: Drift) => unknown) | undefined;
  /** For each outage of the store. */
  onWarning?: ((warning: Warning) => unknown) | undefined;
}
