import { issueStatuses } from '@issue-tracking/model';
import type { Readings } from './readings.ts';
import { defaultTexts } from './readings.ts';

/** Everything there is to know of one reading; the docs, `everyReading()` and the command line are made from it. */
export interface ReadingDefinition<Value> {
  /** The gap it fills. */
  readonly gap: `GAP-${number}`;
  /** What the specification doesn't show. */
  readonly description: string;
  /** What an application's suite should run under, the default first. */
  readonly choices: readonly [Value, ...Value[]];
  /** Whatever else it takes. */
  readonly or?: {
    /** For people. */
    readonly text: string;
    /** Whether a value is such a one. */
    is(value: unknown): boolean;
  };
}

/** Every reading, declared once. */
export const readingDefinitions: { readonly [Name in keyof Readings]: ReadingDefinition<Readings[Name]> } = {
  transitions: {
    gap: 'GAP-4',
    description: 'which statuses may follow which',
    choices: ['any'],
    or: {
      text: 'a table of the statuses that may follow each status, such as {"open":["in_progress"]}',
      is: isTransitions,
    },
  },
  statusRefusal: {
    gap: 'GAP-5',
    description:
      'status and message when an API caller asks for `verified` or `closed`; by default the message names the status and who may set it',
    choices: [{ status: 403 }, { status: 422, error: 'This status cannot be set' }],
    or: { text: 'any status from 400 to 599, with any error text or none', is: isStatusRefusal },
  },
  bothOrganizationFilters: {
    gap: 'GAP-6',
    description: 'both organization filters at once',
    choices: ['reject', 'intersect', 'slug', 'id'],
  },
  issueOrder: {
    gap: 'GAP-7',
    description: 'order of the issue list',
    choices: ['newest', 'oldest', 'updated'],
    or: { text: 'a comparator of two issues', is: isFunction },
  },
  commentOrder: { gap: 'GAP-8', description: 'order of comments', choices: ['oldest', 'newest'] },
  commentStatus: { gap: 'GAP-9', description: 'status of the answer to a new comment', choices: [201, 200] },
  errorTexts: {
    gap: 'GAP-15',
    description: 'error texts the specification does not give',
    choices: [{}],
    or: {
      text: `any of the texts ${Object.keys(defaultTexts).join(', ')}, such as {"notFound":"No such thing"}`,
      is: isErrorTexts,
    },
  },
  bodyLimit: {
    gap: 'GAP-16',
    description: 'the most bytes a request body may have',
    choices: [1_048_576],
    or: { text: 'a number of bytes', is: isCount },
  },
  commentLimit: {
    gap: 'GAP-16',
    description: 'the most characters a comment may have',
    choices: [65_536],
    or: { text: 'a number of characters', is: isCount },
  },
  tokenRateLimit: {
    gap: 'GAP-17',
    description: 'the request rate of OAuth tokens: as for API keys, or off',
    choices: ['same', false],
    or: { text: 'a rate such as {"requests":50,"windowMs":60000}', is: isRate },
  },
  projectsTotal: { gap: 'GAP-18', description: 'whether the project list has its `total`', choices: [true, false] },
  listItem: {
    gap: 'GAP-19',
    description:
      'which of the two field sets an issue list item has; `alternating` is `reporter` for odd numbers and `labels` for even ones',
    choices: ['both', 'reporter', 'labels', 'alternating'],
  },
  search: {
    gap: 'GAP-22',
    description: 'what `q` finds; `substring` is a part of title or description in any letter case',
    choices: ['substring'],
    or: { text: 'a predicate of an issue and the text', is: isFunction },
  },
  emptyUpdate: {
    gap: 'GAP-23',
    description: 'a change that changes nothing: 200 and the issue stays as it is, or 400',
    choices: ['accept', 'reject'],
  },
  unknownMembers: {
    gap: 'GAP-24',
    description: 'members of a request body that the API does not know: ignored, or 400',
    choices: ['ignore', 'reject'],
  },
  refusedCount: {
    gap: 'GAP-27',
    description: 'whether refused requests (401 and 429) count against the request rate',
    choices: [false, true],
  },
  lockout: {
    gap: 'GAP-28',
    description: 'what a locked-out source gets 429 for: failing credentials only, or everything',
    choices: ['failures', 'source'],
  },
  repeatedParameter: {
    gap: 'GAP-30',
    description: 'a query parameter given twice: 400, or one of the two counts',
    choices: ['reject', 'first', 'last'],
  },
  malformedPath: { gap: 'GAP-31', description: 'status for a malformed path parameter', choices: [400, 404] },
  blankComment: {
    gap: 'GAP-32',
    description: 'a comment of blanks only; an empty one is always 400',
    choices: ['accept', 'reject'],
  },
  emptyTotalPages: { gap: 'GAP-35', description: '`totalPages` of an empty list', choices: [0, 1] },
  missingCredential: {
    gap: 'GAP-36',
    description: 'whether a missing `Authorization` counts as a failed authentication',
    choices: ['count', 'ignore'],
  },
  foreignOrganization: {
    gap: 'GAP-37',
    description: 'an organization filter naming one the caller has no part in: an empty list, or 404',
    choices: ['empty', 'reject'],
  },
};

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTransitions(value: unknown): boolean {
  const isStatus = (status: unknown) => (issueStatuses as readonly unknown[]).includes(status);
  return (
    isObject(value) &&
    Object.entries(value).every(([from, to]) => isStatus(from) && Array.isArray(to) && to.every(isStatus))
  );
}

function isStatusRefusal(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { status, error, ...rest } = value;
  const isStatus = isCount(status) && Number(status) >= 400 && Number(status) <= 599;
  return isStatus && (error === undefined || typeof error === 'string') && Object.keys(rest).length === 0;
}

function isErrorTexts(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).every(([name, text]) => Object.hasOwn(defaultTexts, name) && typeof text === 'string');
}

function isRate(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { requests, windowMs = 1, ...rest } = value;
  return isCount(requests) && isCount(windowMs) && Object.keys(rest).length === 0;
}
