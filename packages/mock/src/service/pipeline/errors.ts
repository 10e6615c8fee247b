import { errorTexts } from '@issue-tracking/model';
import { HttpError, invalidInput, tooMany } from '../../platform/http/http-error.ts';
import type { ErrorTexts } from '../behavior/values.ts';

// The errors that both a step of the pipeline and a fault may answer with, so that the two can't differ.

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

/** The wait of a 429 that no window explains, in milliseconds. */
const unexplainedWaitMs = 60_000;

/** Returns the error that a service answers a status with. `waitMs` is how long the window of the caller is full. */
export function errorOf(status: number, texts: ErrorTexts, waitMs: number): HttpError {
  if (status === 400) return invalidInput({ field: 'request', message: 'is rejected by a fault of the mock' });
  if (status === 401) return unauthenticated(texts);
  if (status === 403) return insufficientScope();
  if (status === 404) return projectNotFound();
  if (status === 429) return tooMany(texts.rateLimited, waitMs || unexplainedWaitMs);
  // The service itself gives 422 and 5xx only by a fault (GAP-14).
  // enforces ERR-5
  if (status === 422) return new HttpError(status, texts.unprocessable);
  return new HttpError(status, status >= 500 ? texts.internal : `Scripted failure ${status}`);
}
