import type { Attempt } from '../errors/issue-tracking-error.ts';
import type { ConnectionFailure } from '../platform/connection-failure.ts';
import type { ResponseBody } from '../validation/read-response.ts';

/** The result of an attempt, for errors and events: its status if a response arrived, and the name of its error. */
export type AttemptResult = Omit<Attempt, 'waitedMs'>;

/** The result of an attempt that failed. */
export interface FailedResult extends AttemptResult {
  readonly error: string;
}

/** A response whose body was read. */
export interface ReceivedResponse {
  readonly kind: 'response';
  /** Whether the status is a 2xx, and the body is not cut off. */
  readonly ok: boolean;
  /**
   * Whether the status is a 2xx, and the connection broke before the body was complete. The platform doesn't notice
   * this if the body came without a length.
   */
  readonly isCutOff?: boolean;
  /** 0 for a redirect that the platform hides, as browsers do. */
  readonly status: number;
  readonly headers: Headers;
  readonly body: ResponseBody;
  /** Text of the body of an error response. */
  readonly text?: string | undefined;
  /** Until when calls are blocked after this 401. */
  readonly blockedUntil?: number | undefined;
}

/** No complete response came. */
export interface ConnectionLost {
  readonly kind: 'lost';
  readonly cause: unknown;
  readonly failure: ConnectionFailure;
}

/** No complete response came in time. */
interface TimedOut {
  readonly kind: 'timeout';
  /** `false` when the call timed out in the queue. */
  readonly sent: boolean;
}

/** The attempt was aborted, by the call's signal or by the end of its client. */
interface Aborted {
  readonly kind: 'aborted';
  /** `false` when the attempt was aborted just before it was sent. */
  readonly sent: boolean;
}

/** The outcome of one attempt, unless it was aborted. */
export type UnabortedOutcome = ReceivedResponse | ConnectionLost | TimedOut;

/** The outcome of one attempt. */
export type AttemptOutcome = UnabortedOutcome | Aborted;
