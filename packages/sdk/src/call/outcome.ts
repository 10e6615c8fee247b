import type { ConnectionFailure } from '../platform/connection-failure.ts';

/** A complete response: body read, not yet parsed. */
export interface Answer {
  readonly kind: 'answer';
  /** Whether the status is a 2xx. */
  readonly ok: boolean;
  /** 0 for a redirect that the platform hides, as browsers do. */
  readonly status: number;
  readonly headers: Headers;
  /** `undefined` when it was larger than the client reads. */
  readonly text: string | undefined;
  /** A success whose JSON ends in the middle, without the platform having noticed that the connection broke. */
  readonly cutOff?: boolean;
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

/** An answer that reports success. */
export interface Success extends Answer {
  readonly ok: true;
}
