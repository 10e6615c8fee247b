import type { ConnectionFailure } from '../platform/connection-failure.ts';
import type { ResponseBody } from '../validation/response-body.ts';

/** A response, its body read. */
export interface Answer {
  readonly kind: 'answer';
  /** Whether the status is a 2xx. */
  readonly ok: boolean;
  /** 0 for a redirect that the platform hides, as browsers do. */
  readonly status: number;
  readonly headers: Headers;
  readonly body: ResponseBody;
}

/** No complete response came. */
interface Lost {
  readonly kind: 'lost';
  readonly cause: unknown;
  readonly failure: ConnectionFailure;
}

/** No complete response came in time. */
interface Expired {
  readonly kind: 'expired';
  /** `false` when it waited for others that expired, and was never sent. */
  readonly sent: boolean;
}

/** The call's signal ended it. */
interface Aborted {
  readonly kind: 'aborted';
  /** `false` when it was aborted in the moment before it was sent. */
  readonly sent: boolean;
}

/** What became of one attempt. */
export type Outcome = Answer | Lost | Expired | Aborted;

/** A response that reports success, as far as its status says: its body may be cut off. */
export interface Success extends Answer {
  readonly ok: true;
}

/** Whether an attempt succeeded, as far as its status says. */
export function succeeded(outcome: Outcome): outcome is Success {
  return outcome.kind === 'answer' && outcome.ok;
}

/**
 * Whether an attempt succeeded and the connection broke before its body was whole, which the platform doesn't notice
 * where the body came without a length.
 */
export function isCutOff(outcome: Outcome): boolean {
  return succeeded(outcome) && outcome.body.problem === 'cut off';
}
