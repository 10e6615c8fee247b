import { reportFailure } from '../adapters/http/report-failure.ts';
import { invalidInput, Refusal } from '../http/http-error.ts';
import { defaultTexts } from '../readings/default-texts.ts';
import { WorldError } from '../world/world-error.ts';

/** The answer to whatever a route threw. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  // What the mock throws at its own callers for input that makes no sense.
  if (error instanceof WorldError) {
    return invalidInput(...error.problems.map(({ path, message }) => ({ field: path, message })));
  }
  if (error instanceof TypeError || error instanceof RangeError)
    return invalidInput({ field: 'body', message: error.message });
  reportFailure(error);
  return new Refusal(500, defaultTexts.internal);
}
