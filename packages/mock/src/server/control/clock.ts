import { timestamp } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { invalidInput } from '../../core/refusal.ts';
import { post } from './route.ts';

const body = z.strictObject({
  advanceMs: z.optional(z.number('must be a number of milliseconds').check(z.nonnegative('must be 0 or more'))),
  set: z.optional(timestamp),
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
