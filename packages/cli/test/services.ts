import type { Behavior } from '@issue-tracking/mock';
import { behaviors } from '../../../tools/test/behaviors.ts';

/** A mock with its behavior. */
export interface MeasuredService {
  readonly name: string;
  readonly behavior: Partial<Behavior>;
}

/** An issue can't return to its status directly: only through others with `round`, and not at all with `deadEnd`. */
export const round = {
  open: ['in_progress'],
  in_progress: ['fix_submitted'],
  fix_submitted: ['open', 'blocked'],
  blocked: ['open'],
} as const;
export const deadEnd = { open: ['in_progress', 'open'], in_progress: ['blocked'], blocked: [] } as const;

const further: MeasuredService[] = [
  { name: 'transitions that lead back through other statuses', behavior: { transitions: round } },
  { name: 'transitions with a dead end', behavior: { transitions: deadEnd } },
  { name: 'no transitions', behavior: { transitions: {} } },
  { name: 'only the last entries', behavior: { listCap: { last: 2 } } },
  { name: 'a long lag', behavior: { readLag: 2500 } },
  { name: 'a rejected status with a text of its own', behavior: { statusRejection: { status: 409, error: 'No' } } },
  {
    name: 'a rejected status with the usual text',
    behavior: { statusRejection: { status: 400, error: 'Invalid input' } },
  },
];

/** Services with each choice of each option. */
export const services: MeasuredService[] = [
  ...further,
  ...behaviors.map((behavior, i) => ({ name: `behavior ${i}`, behavior })),
];
