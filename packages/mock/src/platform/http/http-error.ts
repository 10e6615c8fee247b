import { type ErrorDetail, errorTexts } from '@issue-tracking/model';
import { jsonResponse, type WireResponse } from './exchange.ts';

/**
 * Thrown by a step of the pipeline to end it with an error response. Not an `Error`: nobody but the mock itself sees it,
 * and a stack would cost more than the request.
 */
export class HttpError {
  readonly status: number;
  readonly error: string;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** What was wrong, for the request log: more than the answer may say. */
  reason: string | undefined;
  /** The name of the reading that decided it. */
  reading: string | undefined;

  constructor(
    status: number,
    error: string,
    { details, headers }: { details?: readonly ErrorDetail[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    this.status = status;
    this.error = error;
    this.details = details;
    this.headers = headers;
    this.reason = undefined;
    this.reading = undefined;
  }

  /** Says in words why, and by which reading; neither is answered. */
  because(reason: string | undefined, reading?: string): this {
    this.reason = reason;
    this.reading = reading;
    return this;
  }

  /** `{error}`, with `details` where there are any (ERR-1, ERR-2). */
  toResponse(): WireResponse {
    const { status, error, details, headers } = this;
    return jsonResponse(status, JSON.stringify({ error, details }), headers);
  }
}

/** 400, saying what is wrong with what (ERR-2). */
export function invalidInput(...details: ErrorDetail[]): HttpError {
  return new HttpError(400, errorTexts.invalidInput, { details });
}

/** 429, with the whole seconds to wait (ERR-6). */
export function tooMany(error: string, waitMs: number): HttpError {
  return new HttpError(429, error, { headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) } });
}

/** Prints a failure of the mock itself, or of a function given to it: the client is told only that something failed. */
export function reportFailure(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: there is nobody to throw it at.
  console.error(error);
}
