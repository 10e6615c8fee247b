import * as z from 'zod/mini';
import { object } from '../platform/input/schemas.ts';
import { type JsonRoute, route } from './route.ts';

const dateMust = 'must be a date such as 2026-04-01T09:30:00.000Z, milliseconds since 1970, or now';
const clockMove = object({
  advanceMs: z.optional(z.number('must be a number of milliseconds')),
  set: z.optional(z.union([z.string().check(z.refine(isDateOrNow, dateMust)), z.number()], dateMust)),
}).check(
  z.refine(({ advanceMs, set }) => (advanceMs === undefined) !== (set === undefined), {
    error: 'must have advanceMs or set, and not both',
  }),
);

/** The clock's kind and time, and how far it is ahead of the computer's time. */
export interface ShownClock {
  readonly kind: 'system' | 'virtual';
  readonly now: string;
  readonly aheadMs: number;
}

/** Routes that read and move the clock. */
export const clockRoutes: readonly JsonRoute[] = [
  route(
    'GET',
    'clock',
    'The clock’s time, whether it runs by itself (system) or not (virtual), and how many milliseconds it is ahead of the computer’s time, negative if behind',
    {},
    ({
      internals: {
        service: { clock },
      },
    }): ShownClock => ({
      kind: clock.kind,
      now: new Date(clock.now()).toISOString(),
      aheadMs: clock.now() - Date.now(),
    }),
  ),
  route(
    'POST',
    'clock',
    'Move the clock by { advanceMs }, negative to move back, or to { set }: a date, or now for the computer’s time; returns { now, movedMs }',
    { input: clockMove },
    async ({ mock: { clock } }, { body: { advanceMs = 0, set } }) => {
      const before = clock.now();
      const goal = set === 'now' ? Date.now() : set;
      if (goal !== undefined) await clock.set(goal);
      else if (advanceMs < 0) await clock.set(before + advanceMs);
      else await clock.advance(advanceMs);
      const movedMs = goal === undefined ? advanceMs : new Date(goal).getTime() - before;
      return { now: new Date(clock.now()).toISOString(), movedMs };
    },
  ),
];

function isDateOrNow(text: string): boolean {
  return text === 'now' || !Number.isNaN(Date.parse(text));
}
