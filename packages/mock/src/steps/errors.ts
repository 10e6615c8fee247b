import { errorTexts } from '@issue-tracking/model';
import { HttpError, invalidInput, tooMany } from '../platform/http/http-error.ts';
import { mockTexts } from '../platform/http/mock-texts.ts';

// Steps and faults share these functions, so that their errors can't differ.

const challenge = { 'www-authenticate': 'Bearer' };

// enforces AUTH-3
export function unauthenticated(): HttpError {
  return new HttpError(401, mockTexts.unauthenticated, { headers: challenge });
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
export function errorOf(status: number, waitMs: number): HttpError {
  if (status === 400) return invalidInput({ field: 'request', message: 'was rejected by a fault of the mock' });
  if (status === 401) return unauthenticated();
  if (status === 403) return insufficientScope();
  if (status === 404) return projectNotFound();
  if (status === 429) return tooMany(mockTexts.rateLimited, waitMs || defaultWaitMs);
  // 422 and 5xx come only from faults (GAP-14).
  // enforces ERR-5
  if (status === 422) return new HttpError(status, 'Unprocessable request');
  return new HttpError(status, status >= 500 ? mockTexts.internal : `Scripted failure ${status}`);
}
