import { type ErrorDetail, errorTexts } from '@issue-tracking/model';
import { json } from './json.ts';
import { jsonReply, type Reply } from './reply.ts';

/** Categories of failed requests, for the request log. */
export const rejectionReasons = [
  'fault',
  'scenario',
  'no such path',
  'wrong method',
  'no key',
  'wrong key',
  'expired key',
  'revoked key',
  'locked out',
  'rate limit',
  'scope',
  'input',
  'not found',
  'status',
  'failure',
  'aborted',
] as const;

/** Category of a failed request. */
export type RejectionReason = (typeof rejectionReasons)[number];

/** Facts about a rejection that only the request log shows. */
interface RejectionCause {
  /** The cause in words, with more than the response may reveal. */
  readonly text?: string | undefined;
  /** Name of the behavior option that decided. */
  readonly behavior?: string | undefined;
  /** By default the reason of the step. */
  readonly reason?: RejectionReason | undefined;
}

/**
 * Thrown by a step to respond with an error. Not an `Error`: only the mock catches it, and creating a stack would
 * take longer than the request.
 */
export class HttpError {
  readonly status: number;
  readonly error: string;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** For the request log. */
  why: RejectionCause = {};

  constructor(
    status: number,
    error: string,
    { details, headers }: { details?: readonly ErrorDetail[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    this.status = status;
    this.error = error;
    this.details = details;
    this.headers = headers;
  }

  /** Adds the cause for the request log. */
  because(why: RejectionCause): this {
    this.why = why;
    return this;
  }

  /** Returns the response `{ error, details }` (ERR-1, ERR-2). */
  toReply(): Reply {
    const { status, error, details, headers } = this;
    // enforces ERR-1
    return jsonReply(status, json({ error, details }), headers);
  }
}

/** Returns a 400 with details (ERR-2). */
export function invalidInput(...details: ErrorDetail[]): HttpError {
  // enforces ERR-2
  return new HttpError(400, errorTexts.invalidInput, { details });
}

/** Returns a 429 with a `Retry-After` in whole seconds (ERR-6). */
export function tooMany(error: string, waitMs: number): HttpError {
  // enforces ERR-6
  return new HttpError(429, error, { headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) } });
}

/** Prints an error of the mock, or of a function of the user. The client's response doesn't show it. */
export function reportFailure(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: no caller could catch it.
  console.error(error);
}
