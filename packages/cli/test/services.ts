import { type Behavior, behaviorCombinations, behaviorOptions } from '@issue-tracking/mock';
import { isLong } from '../../../tools/test/seeds.ts';

/** A service by what it makes of the specification. */
export interface MeasuredService {
  readonly name: string;
  readonly behavior: Partial<Behavior>;
}

const definitions = Object.entries(behaviorOptions);
const singles = definitions.flatMap(([name, { choices }]) =>
  choices.slice(1).map((choice) => ({ name: `${name}=${JSON.stringify(choice)}`, behavior: { [name]: choice } })),
);

/** An issue can't come back the way it went: only round by others, or not at all. */
export const round = {
  open: ['in_progress'],
  in_progress: ['fix_submitted'],
  fix_submitted: ['open', 'blocked'],
  blocked: ['open'],
} as const;
export const deadEnd = { open: ['in_progress', 'open'], in_progress: ['blocked'], blocked: [] } as const;

const further: MeasuredService[] = [
  { name: 'a table of transitions with a way round', behavior: { transitions: round } },
  { name: 'a table of transitions with a dead end', behavior: { transitions: deadEnd } },
  { name: 'a table without transitions', behavior: { transitions: {} } },
  { name: 'comments with plain line breaks', behavior: { commentText: 'lf' } },
  { name: 'comments in the composed form', behavior: { commentText: 'nfc' } },
  { name: 'only the last entries', behavior: { listCap: { last: 2 } } },
  { name: 'a long lag', behavior: { readLag: 2500 } },
  { name: 'a refusal with a text', behavior: { statusRejection: { status: 409, error: 'No' } } },
  { name: 'a refusal like any', behavior: { statusRejection: { status: 400, error: 'Invalid input' } } },
  { name: 'an author of its own', behavior: { apiAuthorName: 'Robot of {organization} (CI)' } },
  {
    name: 'texts of its own',
    behavior: {
      errorTexts: {
        issueNotFound: 'no issue',
        notFound: 'nope',
        unauthenticated: 'who?',
        organizationNotFound: 'whose?',
        lockedOut: 'out',
      },
      foreignOrganization: 'reject',
    },
  },
];

/**
 * As the specification is read by default, and in combinations in which every two choices meet; in the long run with each
 * choice alone, too.
 */
export const services: MeasuredService[] = [
  { name: 'the defaults', behavior: {} },
  ...(isLong ? singles : []),
  ...further,
  ...behaviorCombinations().map((behavior, i) => ({ name: `combination ${i}`, behavior })),
];
