import { type ErrorDetail, errorTexts } from '@issue-tracking/model';

/**
 * Thrown by a step of the pipeline to end it with an error response. Not an `Error`: nobody but the pipeline sees it,
 * and a stack would cost more than the request.
 */
export class Refusal {
  readonly status: number;
  readonly error: string;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

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
}

/** 400, saying what is wrong with what (ERR-2). */
export function invalidInput(...details: ErrorDetail[]): Refusal {
  return new Refusal(400, errorTexts.invalidInput, { details });
}

/** 429, with the whole seconds to wait (ERR-6). */
export function tooMany(error: string, waitMs: number): Refusal {
  return new Refusal(429, error, { headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) } });
}
