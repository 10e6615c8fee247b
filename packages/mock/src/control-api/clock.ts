import * as z from 'zod/mini';
import { invalidInput } from '../http/http-error.ts';
import { post } from './route.ts';

const body = z.strictObject({
  advanceMs: z.optional(z.number('must be a number of milliseconds').check(z.nonnegative('must be 0 or more'))),
  set: z.optional(
    z.union(
      [z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))), z.number()],
      'must be a date such as 2026-04-01T09:30:00.000Z, or milliseconds since 1970',
    ),
  ),
});

/** Moving the mock's time. */
export const clockRoutes = [
  post(
    'clock',
    'Move the clock by { advanceMs } or to { set }; answers { now }',
    body,
    async ({ mock }, { advanceMs, set }) => {
      if ((advanceMs === undefined) === (set === undefined)) {
        throw invalidInput({ field: 'body', message: 'must have advanceMs or set, and not both' });
      }
      if (advanceMs !== undefined) await mock.clock.advance(advanceMs);
      else if (set !== undefined) await mock.clock.set(set);
      return { now: new Date(mock.clock.now()).toISOString() };
    },
  ),
];
