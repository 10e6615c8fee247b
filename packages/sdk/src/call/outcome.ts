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

/** What became of one attempt. `expired`: past its timeout; `aborted`: the call's signal ended it. */
export type Outcome = Answer | Lost | Expired | { readonly kind: 'aborted' };

/** An answer that reports success. */
export interface Success extends Answer {
  readonly ok: true;
}

/** Whether an attempt succeeded, as far as its status says: its body may still be cut off. */
export function succeeded(outcome: Outcome): outcome is Success {
  return outcome.kind === 'answer' && outcome.ok;
}

/** Whether the trouble may pass, so that the same request may succeed later. */
export function mayPass(outcome: Outcome): boolean {
  if (outcome.kind === 'lost') return !outcome.failure.final;
  return outcome.kind !== 'answer' || outcome.cutOff === true || outcome.status >= 500 || outcome.status === 408;
}

/** Whether the service may have acted although no success was reported: the answer was lost, or says nothing of it. */
export function leavesDoubt(outcome: Outcome): boolean {
  if (outcome.kind === 'lost') return outcome.failure.sent;
  if (outcome.kind === 'expired') return outcome.sent;
  // Many services answer a POST they have carried out with 303; browsers show a redirect of any kind as 0.
  return mayPass(outcome) || (outcome.kind === 'answer' && [0, 303].includes(outcome.status));
}
