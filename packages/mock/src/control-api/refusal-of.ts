import { HttpError, invalidInput, reportFailure } from '../http/http-error.ts';
import { defaultTexts } from '../readings/readings.ts';
import { WorldError } from '../world/world-error.ts';

/** The answer to whatever a route threw. */
export function refusalOf(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  // What the mock throws at its own callers for input that makes no sense.
  if (error instanceof WorldError) {
    return invalidInput(...error.problems.map(({ path, message }) => ({ field: path, message })));
  }
  if (error instanceof TypeError || error instanceof RangeError)
    return invalidInput({ field: 'body', message: error.message });
  reportFailure(error);
  return new HttpError(500, defaultTexts.internal);
}
