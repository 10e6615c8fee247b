import { type Behavior, behaviorOptions } from '@issue-tracking/mock';
import { randomFrom } from '../../../tools/testing/random.ts';
import { isLong, runs } from '../../../tools/testing/seeds.ts';

/** A mock with its behavior. */
export interface MeasuredService {
  readonly name: string;
  readonly behavior: Partial<Behavior>;
}

const definitions = Object.entries(behaviorOptions);
const singles = definitions.flatMap(([name, { choices }]) =>
  choices.slice(1).map((choice) => ({ name: `${name}=${JSON.stringify(choice)}`, behavior: { [name]: choice } })),
);

/** An issue can't return to its status directly: only through others with `round`, and not at all with `deadEnd`. */
export const round = {
  open: ['in_progress'],
  in_progress: ['fix_submitted'],
  fix_submitted: ['open', 'blocked'],
  blocked: ['open'],
} as const;
export const deadEnd = { open: ['in_progress', 'open'], in_progress: ['blocked'], blocked: [] } as const;

const further: MeasuredService[] = [
  {
    name: 'transitions that lead back through other statuses, and a rejected status with the usual text',
    behavior: { transitions: round, statusRejection: { status: 400, error: 'Invalid input' } },
  },
  { name: 'transitions with a dead end', behavior: { transitions: deadEnd } },
  { name: 'no transitions', behavior: { transitions: {} } },
  {
    name: 'a long lag, and a rejected status with a text of its own',
    behavior: { readLag: 2500, statusRejection: { status: 409, error: 'No' } },
  },
];

/** A random choice of each option. */
function combination(seed: number): Partial<Behavior> {
  const random = randomFrom(seed);
  return Object.fromEntries(definitions.map(([name, { choices }]) => [name, random.pick<unknown>(choices)]));
}

/** The default behavior, and combinations of choices. The long run also has each choice alone. */
export const services: MeasuredService[] = [
  { name: 'the defaults', behavior: {} },
  ...(isLong ? singles : []),
  ...further,
  ...Array.from({ length: runs(1, 24) }, (_, i) => ({ name: `combination ${i}`, behavior: combination(i) })),
];
