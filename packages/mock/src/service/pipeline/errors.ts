import { errorTexts } from '@issue-tracking/model';
import { HttpError, invalidInput, tooMany } from '../../platform/http/http-error.ts';
import type { ErrorTexts } from '../behavior/values.ts';

// Steps and faults share these functions, so that their errors can't differ.

export const challenge = { 'www-authenticate': 'Bearer' };

// enforces AUTH-3
export function unauthenticated(texts: ErrorTexts): HttpError {
  return new HttpError(401, texts.unauthenticated, { headers: challenge });
}

// enforces AUTH-4
export function insufficientScope(): HttpError {
  return new HttpError(403, errorTexts.insufficientScope);
}

// enforces ERR-3
export function projectNotFound(): HttpError {
  return new HttpError(404, errorTexts.projectNotFound);
}

/** `Retry-After` of a fault's 429 below the rate limit, in milliseconds. */
const defaultWaitMs = 60_000;

/** Returns the service's error for a status. `waitMs` is the time until the caller's next request is admitted. */
export function errorOf(status: number, texts: ErrorTexts, waitMs: number): HttpError {
  if (status === 400) return invalidInput({ field: 'request', message: 'was rejected by a fault of the mock' });
  if (status === 401) return unauthenticated(texts);
  if (status === 403) return insufficientScope();
  if (status === 404) return projectNotFound();
  if (status === 429) return tooMany(texts.rateLimited, waitMs || defaultWaitMs);
  // 422 and 5xx come only from faults (GAP-14).
  // enforces ERR-5
  if (status === 422) return new HttpError(status, texts.unprocessable);
  return new HttpError(status, status >= 500 ? texts.internal : `Scripted failure ${status}`);
}
