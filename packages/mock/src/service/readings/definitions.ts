import type { Readings } from './readings.ts';
import { defaultTexts } from './readings.ts';
import { isWritten } from './written.ts';

/** Everything there is to know of one reading; the docs, `everyReading()` and the command line are made from it. */
export interface ReadingDefinition<Value> {
  /** The gap it fills. */
  readonly gap: `GAP-${number}`;
  /** Another gap that it fills too. */
  readonly also?: `GAP-${number}`;
  /** What the specification doesn't show. */
  readonly description: string;
  /** What an application's suite should run under, the default first. */
  readonly choices: readonly [Value, ...Value[]];
  /** Whatever else it takes. */
  readonly or?: {
    /** For people. */
    readonly text: string;
    /** It can't be written as JSON, so it is for programs only. */
    readonly inCode?: true;
    /** Whether a value is such a one. */
    is(value: unknown): boolean;
  };
}

/** What can be chosen for each reading; its type is in `readings.ts`. */
export const readingDefinitions: { readonly [Name in keyof Readings]: ReadingDefinition<Readings[Name]> } = {
  transitions: {
    gap: 'GAP-4',
    description: 'which statuses may follow which',
    choices: ['any'],
    or: {
      text: 'a table of the statuses that may follow each status, such as {"open":["in_progress"]}',
      is: isWritten('transitions'),
    },
  },
  statusRefusal: {
    gap: 'GAP-5',
    also: 'GAP-46',
    description:
      'status and message when an API caller sets `verified` or `closed`; by default the message names the status and who may set it; with `details` it is refused like any invalid value',
    choices: [{ status: 403 }, { status: 422, error: 'This status cannot be set' }, { status: 400, details: true }],
    or: {
      text: 'any status from 400 to 599, with any error text or none, with details or without',
      is: isWritten('statusRefusal'),
    },
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
    or: { text: 'a comparator of two issues', inCode: true, is: isFunction },
  },
  commentOrder: { gap: 'GAP-8', description: 'order of comments', choices: ['oldest', 'newest'] },
  commentStatus: { gap: 'GAP-9', description: 'status of the response to a new comment', choices: [201, 200] },
  errorTexts: {
    gap: 'GAP-15',
    description: 'error texts the specification does not give',
    choices: [{}],
    or: {
      text: `any of the texts ${Object.keys(defaultTexts).join(', ')}, such as {"notFound":"No such thing"}`,
      is: isWritten('errorTexts'),
    },
  },
  bodyLimit: {
    gap: 'GAP-16',
    description: 'the most bytes a request body may have',
    choices: [1_048_576],
    or: { text: 'a number of bytes', is: isWritten('bodyLimit') },
  },
  commentLimit: {
    gap: 'GAP-16',
    description: 'the most characters a comment may have',
    choices: [65_536],
    or: { text: 'a number of characters', is: isWritten('commentLimit') },
  },
  tokenRateLimit: {
    gap: 'GAP-17',
    description: 'the request rate of OAuth tokens: as for API keys, or off',
    choices: ['same', false],
    or: { text: 'a rate such as {"requests":50,"windowMs":60000}', is: isWritten('tokenRateLimit') },
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
    also: 'GAP-55',
    description:
      'how `q` searches title and description, in any letter case: as a part (a blank finds everything), as words that must all occur, or as a pattern of SQL’s LIKE',
    choices: ['substring', 'words', 'like'],
    or: { text: 'a predicate of an issue and the text', inCode: true, is: isFunction },
  },
  emptyUpdate: {
    gap: 'GAP-23',
    description: 'an update without a change: 200 and the issue stays as it is, or 400',
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
    description: 'which requests of a locked-out source get 429: those with failing credentials, or all',
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
    description: 'a comment of spaces only; an empty one is always 400',
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
    description: 'an organization filter for an organization that isn’t the caller’s: an empty list, or 404',
    choices: ['empty', 'reject'],
  },
  absentValues: {
    gap: 'GAP-40',
    description: 'a missing value, such as the assignee of an unassigned issue: an empty text, `null`, or left out',
    choices: ['empty', 'null', 'omitted'],
  },
  apiAuthorName: {
    gap: 'GAP-41',
    description: "the author of a comment added with an API key; `{organization}` stands for the organization's name",
    choices: ['{organization} API', 'API key'],
    or: { text: 'any text', is: isWritten('apiAuthorName') },
  },
  counts: {
    gap: 'GAP-42',
    description:
      'what `consoleErrorCount` and `networkErrorCount` count: level `error`, and status 400 and above or 0; or every entry',
    choices: ['errors', 'all'],
    or: {
      text: 'an object of the functions consoleErrors and networkErrors, each of an entry',
      inCode: true,
      is: isCounts,
    },
  },
  priorityUpdatedAt: {
    gap: 'GAP-43',
    description: 'whether a change of priority alone moves `updatedAt`',
    choices: ['moves', 'stays'],
  },
  inactiveOrganizationKey: {
    gap: 'GAP-44',
    description: 'an API key of an inactive organization: it works, gets 401, or sees nothing',
    choices: ['accept', 'reject', 'empty'],
  },
  lockoutStatus: {
    gap: 'GAP-45',
    description: 'status of the response to a locked-out source; only 429 itself has `Retry-After`',
    choices: [429, '429-without-retry-after', 403, 401],
  },
  numbers: {
    gap: 'GAP-47',
    description: 'whole numbers in a path or query written as `01`, `1.0` or `+1`: refused, or taken for 1',
    choices: ['strict', 'coerce'],
  },
  head: { gap: 'GAP-48', description: 'HEAD: as GET, without the body, or 405', choices: ['get', 'reject'] },
  commentText: {
    gap: 'GAP-49',
    description:
      'how the text of a new comment is stored: as it was sent, without spaces around it, or escaped for HTML',
    choices: ['verbatim', 'trimmed', 'escaped'],
    or: {
      text: '"lf" (CRLF as LF), "nfc" (the composed form of Unicode)',
      is: isWritten('commentText'),
    },
  },
  listCap: {
    gap: 'GAP-50',
    description: 'whether lists without pages are whole, or only their beginning or end; `total` counts everything',
    choices: [false, { first: 20 }],
    or: { text: '{"first":N} or {"last":N}, N from 1', is: isWritten('listCap') },
  },
  projectOrder: { gap: 'GAP-51', description: 'order of projects, by creation', choices: ['oldest', 'newest'] },
  entryOrder: {
    gap: 'GAP-51',
    description: 'order of logs, screenshots and actions, by time',
    choices: ['oldest', 'newest'],
    or: { text: '"stored", as the world has them', is: isWritten('entryOrder') },
  },
  ties: {
    gap: 'GAP-52',
    description:
      'whether what is equal by the order of a list keeps its place, or changes it from response to response',
    choices: ['stable', 'unstable'],
  },
  unknownParameters: {
    gap: 'GAP-53',
    description: 'query parameters that the API does not know: ignored, or 400',
    choices: ['ignore', 'reject'],
  },
  letterCase: {
    gap: 'GAP-54',
    description: 'letter case of `label` and `organizationSlug`',
    choices: ['exact', 'any'],
  },
  cors: {
    gap: 'GAP-56',
    description: 'whose pages may call the API from a browser, besides those that the server is told of',
    choices: ['loopback', 'any'],
    // Not among the choices: no page could hold its own under it.
    or: { text: '"none"', is: isWritten('cors') },
  },
  readLag: {
    gap: 'GAP-57',
    description: "how long a read does not see the write before it, in milliseconds of the mock's clock",
    choices: [0, 100],
    or: { text: 'a number of milliseconds', is: isWritten('readLag') },
  },
  pagePastEnd: {
    gap: 'GAP-58',
    description: 'a page past the last one: an empty list, 404, or 400',
    choices: ['empty', 404, 400],
  },
};

function isCounts(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { consoleErrors, networkErrors, ...rest } = value;
  const areFunctions = [consoleErrors, networkErrors].every((counts) => counts === undefined || isFunction(counts));
  return areFunctions && Object.keys(rest).length === 0;
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
