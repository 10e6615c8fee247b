import { type ErrorDetail, errorTexts } from '@issue-tracking/model';
import { json } from './json.ts';
import { jsonResponse, type WireResponse } from './wire.ts';

/** Why a request did not get what it asked for, in a word. */
export const reasons = [
  'fault',
  'scenario',
  'no such path',
  'wrong method',
  'no key',
  'wrong key',
  'locked out',
  'rate limit',
  'scope',
  'input',
  'not found',
  'status',
  'failure',
] as const;

/** Why a request did not get what it asked for, in a word. */
export type RejectionReason = (typeof reasons)[number];

/** The facts about a refusal that only the request log shows. */
interface Because {
  /** The cause, in words: more than the response may say. */
  readonly text?: string | undefined;
  /** The name of the behavior option that decided. */
  readonly behavior?: string | undefined;
  /** In a word, where the one of the step doesn't fit. */
  readonly reason?: RejectionReason | undefined;
}

/**
 * Thrown by a step of the pipeline to end it with an error response. Not an `Error`: only the mock itself sees it,
 * and a stack would cost more than the request.
 */
export class HttpError {
  readonly status: number;
  readonly error: string;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** For the request log. */
  why: Because = {};

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
  because(why: Because): this {
    this.why = why;
    return this;
  }

  /** Returns the response `{ error, details }` (ERR-1, ERR-2). */
  toResponse(): WireResponse {
    const { status, error, details, headers } = this;
    // enforces ERR-1
    return jsonResponse(status, json({ error, details }), headers);
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
