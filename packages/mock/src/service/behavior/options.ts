import { issueStatuses } from '@issue-tracking/model';
import * as z from 'zod/mini';
import type { IssueRecord } from '../../data/store/records.ts';
import { flag, number, object, text, wholeNumber } from '../../platform/input/schemas.ts';
import {
  type Counts,
  defaultTexts,
  type ErrorTexts,
  type ListCap,
  type StatusRejection,
  type Transitions,
} from './values.ts';

/** A behavior option. Its type, docs, JSON Schema, command line and panel are generated from this description. */
export interface BehaviorOption<Value> {
  /** The gap that it fills. */
  readonly gap: `GAP-${number}`;
  /** A second gap that it fills. */
  readonly also?: `GAP-${number}`;
  /** The open question. */
  readonly description: string;
  /** The choices that tests of applications should cover. The first is the default. */
  readonly choices: readonly [Value, ...Value[]];
  /** Further values that it takes. */
  readonly or?: {
    /** Description for users. */
    readonly text: string;
    /** Whether they can be set only in code, because they aren't JSON. */
    readonly inCode: boolean;
  };
  /**
   * Schema of the values that can be written as JSON.
   *
   * @internal
   */
  readonly schema: z.ZodMiniType<unknown>;
  /**
   * Whether a value is valid, also if it isn't JSON.
   *
   * @internal
   */
  fits(value: unknown): boolean;
}

interface Described<Value> extends Pick<BehaviorOption<Value>, 'gap' | 'also' | 'description' | 'choices'> {
  readonly or?: { readonly text: string } & (
    | { readonly schema: z.ZodMiniType<unknown> }
    | { readonly inCode: (value: unknown) => boolean }
  );
}

/** Returns a behavior option that takes its choices, and the values of a schema or a type guard. */
function option<const Value>({ or, ...described }: Described<Value>): BehaviorOption<Value> {
  const other = or && 'schema' in or ? [or.schema] : [];
  const inCode = or && 'inCode' in or ? or.inCode : () => false;
  const literals = (described.choices as readonly unknown[]).filter(isLiteral);
  const [schema, ...schemas] = [...(literals.length > 0 ? [z.literal(literals)] : []), ...other];
  if (!schema) throw new TypeError('A behavior option takes at least one value.');
  const whole = schemas.length > 0 ? z.union([schema, ...schemas]) : schema;
  return {
    ...described,
    ...(or && { or: { text: or.text, inCode: 'inCode' in or } }),
    schema: whole,
    fits: (value) => whole.safeParse(value).success || inCode(value),
  };
}

function isLiteral(choice: unknown): choice is string | number | boolean {
  return typeof choice !== 'object';
}

/** All behavior options, with their choices. */
export const behaviorOptions = {
  transitions: option<'any' | Transitions>({
    gap: 'GAP-4',
    description:
      'which statuses may follow which; others, and the same status again, are rejected as `statusRejection` describes',
    choices: ['any'],
    or: {
      text: 'a table of the statuses that may follow each status, such as {"open":["in_progress"]}',
      schema: z.partialRecord(z.enum(issueStatuses), z.array(z.enum(issueStatuses))),
    },
  }),
  statusRejection: option<StatusRejection>({
    gap: 'GAP-5',
    also: 'GAP-46',
    description:
      'status and message when an API caller sets `verified`, `closed` or a status that `transitions` rejects; by default the message names the status, and who may set it or that the issue cannot move to it; with `details` it is rejected like any invalid value',
    choices: [{ status: 403 }, { status: 422, error: 'This status cannot be set' }, { status: 400, details: true }],
    or: {
      text: 'any status from 400 to 599, with any error text or none, with details or without',
      schema: object({ status: wholeNumber(400, 599), error: z.optional(text), details: z.optional(flag) }),
    },
  }),
  bothOrganizationFilters: option({
    gap: 'GAP-6',
    description: 'both organization filters at once',
    choices: ['reject', 'intersect', 'slug', 'id'],
  }),
  /** A function compares two issues. */
  issueOrder: option<'newest' | 'oldest' | 'updated' | ((a: IssueRecord, b: IssueRecord) => number)>({
    gap: 'GAP-7',
    description: 'order of the issue list',
    choices: ['newest', 'oldest', 'updated'],
    or: { text: 'a comparator of two issues', inCode: isFunction },
  }),
  commentOrder: option({ gap: 'GAP-8', description: 'order of comments', choices: ['oldest', 'newest'] }),
  commentStatus: option({ gap: 'GAP-9', description: 'status of the response to a new comment', choices: [201, 200] }),
  errorTexts: option<Partial<ErrorTexts>>({
    gap: 'GAP-15',
    description: 'error texts the specification does not give',
    choices: [{}],
    or: {
      text: `any of the texts ${Object.keys(defaultTexts).join(', ')}, such as {"notFound":"No such thing"}`,
      schema: z.partialRecord(z.enum(Object.keys(defaultTexts)), text),
    },
  }),
  bodyLimit: option<number>({
    gap: 'GAP-16',
    description: 'maximum size of a request body, in bytes',
    choices: [1_048_576],
    or: { text: 'a number of bytes', schema: wholeNumber(1) },
  }),
  commentLimit: option<number>({
    gap: 'GAP-16',
    description: 'maximum length of a comment, in characters',
    choices: [65_536],
    or: { text: 'a number of characters', schema: wholeNumber(1) },
  }),
  tokenRateLimit: option<'same' | false | { readonly requests: number; readonly windowMs?: number }>({
    gap: 'GAP-17',
    description: 'the request rate of OAuth tokens: as for API keys, or off',
    choices: ['same', false],
    or: {
      text: 'a rate such as {"requests":50,"windowMs":60000}',
      schema: object({ requests: wholeNumber(1), windowMs: z.optional(wholeNumber(1)) }),
    },
  }),
  projectsTotal: option<boolean>({
    gap: 'GAP-18',
    description: 'whether the project list has its `total`',
    choices: [true, false],
  }),
  listItem: option({
    gap: 'GAP-19',
    description:
      'which of the two field sets an issue list item has; `alternating` is `reporter` for odd numbers and `labels` for even ones',
    choices: ['both', 'reporter', 'labels', 'alternating'],
  }),
  /** A function tests one issue for a text. */
  search: option<'substring' | 'words' | 'like' | ((issue: IssueRecord, q: string) => boolean)>({
    gap: 'GAP-22',
    also: 'GAP-55',
    description:
      'how `q` searches title and description, in any letter case: as a part (a blank finds everything), as words that must all occur, or as a pattern of SQL’s LIKE',
    choices: ['substring', 'words', 'like'],
    or: { text: 'a predicate of an issue and the text', inCode: isFunction },
  }),
  emptyUpdate: option({
    gap: 'GAP-23',
    description: 'an update without a change: 200 and the issue stays as it is, or 400',
    choices: ['accept', 'reject'],
  }),
  unknownMembers: option({
    gap: 'GAP-24',
    description: 'members of a request body that the API does not know: ignored, or 400',
    choices: ['ignore', 'reject'],
  }),
  countRejected: option<boolean>({
    gap: 'GAP-27',
    description: 'whether rejected requests (401 and 429) count against the request rate',
    choices: [false, true],
  }),
  lockout: option({
    gap: 'GAP-28',
    description: 'which requests of a locked-out source get 429: those with failing credentials, or all',
    choices: ['failures', 'source'],
  }),
  repeatedParameter: option({
    gap: 'GAP-30',
    description: 'a repeated query parameter: 400, or the first or last value counts',
    choices: ['reject', 'first', 'last'],
  }),
  malformedPath: option({
    gap: 'GAP-31',
    description:
      'status for a malformed path parameter, such as issue number 0: that of invalid input, or of a missing record',
    choices: [400, 404],
  }),
  blankComment: option({
    gap: 'GAP-32',
    description: 'a comment of spaces only; an empty one is always 400',
    choices: ['accept', 'reject'],
  }),
  emptyTotalPages: option({ gap: 'GAP-35', description: '`totalPages` of an empty list', choices: [0, 1] }),
  missingCredential: option({
    gap: 'GAP-36',
    description: 'whether a missing `Authorization` counts as a failed authentication',
    choices: ['count', 'ignore'],
  }),
  foreignOrganization: option({
    gap: 'GAP-37',
    description: 'an organization filter for an organization that isn’t the caller’s: an empty list, or 404',
    choices: ['empty', 'reject'],
  }),
  absentValues: option({
    gap: 'GAP-40',
    description: 'a missing value, such as the assignee of an unassigned issue: an empty text, `null`, or left out',
    choices: ['empty', 'null', 'omitted'],
  }),
  apiAuthorName: option<string>({
    gap: 'GAP-41',
    description: "the author of a comment added with an API key; `{organization}` stands for the organization's name",
    choices: ['{organization} API', 'API key'],
    or: { text: 'any text', schema: text },
  }),
  counts: option<'errors' | 'all' | Counts>({
    gap: 'GAP-42',
    description:
      'entries counted by `consoleErrorCount` and `networkErrorCount`: level `error`, and status 400 and above or 0; or every entry',
    choices: ['errors', 'all'],
    or: {
      text: 'an object of the functions consoleErrors and networkErrors, each of an entry',
      inCode: isCounts,
    },
  }),
  priorityUpdatedAt: option({
    gap: 'GAP-43',
    description: 'whether a change of priority alone moves `updatedAt`',
    choices: ['moves', 'stays'],
  }),
  inactiveOrganizationKey: option({
    gap: 'GAP-44',
    description: 'an API key of an inactive organization: it works, gets 401, or sees nothing',
    choices: ['accept', 'reject', 'empty'],
  }),
  lockoutStatus: option<429 | '429-without-retry-after' | 403 | 401>({
    gap: 'GAP-45',
    description: 'status of the response to a locked-out source; only 429 itself has `Retry-After`',
    choices: [429, '429-without-retry-after', 403, 401],
  }),
  numbers: option({
    gap: 'GAP-47',
    description: 'whole numbers in a path or query written as `01`, `1.0` or `+1`: rejected, or taken for 1',
    choices: ['strict', 'coerce'],
  }),
  head: option({ gap: 'GAP-48', description: 'HEAD: as GET, without the body, or 405', choices: ['get', 'reject'] }),
  commentText: option<'verbatim' | 'trimmed' | 'escaped' | 'lf' | 'nfc'>({
    gap: 'GAP-49',
    description:
      'how the text of a new comment is stored: as it was sent, without spaces around it, or escaped for HTML',
    choices: ['verbatim', 'trimmed', 'escaped'],
    or: {
      text: '"lf" (CRLF as LF), "nfc" (the composed form of Unicode)',
      schema: z.enum(['lf', 'nfc']),
    },
  }),
  listCap: option<ListCap>({
    gap: 'GAP-50',
    description: 'whether lists without pages are whole, or only their beginning or end; `total` counts everything',
    choices: [false, { first: 20 }],
    or: {
      text: '{"first":N} or {"last":N}, N from 1',
      schema: z.union([object({ first: wholeNumber(1) }), object({ last: wholeNumber(1) })]),
    },
  }),
  projectOrder: option({
    gap: 'GAP-51',
    description: 'order of projects, by creation',
    choices: ['oldest', 'newest'],
  }),
  entryOrder: option<'oldest' | 'newest' | 'stored'>({
    gap: 'GAP-51',
    description: 'order of logs, screenshots and actions, by time',
    choices: ['oldest', 'newest'],
    or: { text: '"stored", as the world has them', schema: z.literal('stored') },
  }),
  ties: option({
    gap: 'GAP-52',
    description:
      'whether items that are equal by the order of a list keep their order, or change it from response to response',
    choices: ['stable', 'unstable'],
  }),
  unknownParameters: option({
    gap: 'GAP-53',
    description: 'query parameters that the API does not know: ignored, or 400',
    choices: ['ignore', 'reject'],
  }),
  letterCase: option({
    gap: 'GAP-54',
    description: 'letter case of `label` and `organizationSlug`',
    choices: ['exact', 'any'],
  }),
  cors: option<'loopback' | 'any' | 'none'>({
    gap: 'GAP-56',
    description: 'which pages may call the API from a browser, besides those of the server’s option `cors`',
    choices: ['loopback', 'any'],
    // Not among the choices: no page of another origin could call the API.
    or: { text: '"none"', schema: z.literal('none') },
  }),
  readLag: option<number>({
    gap: 'GAP-57',
    description: "how long a read does not see the write before it, in milliseconds of the mock's clock",
    choices: [0, 100],
    or: { text: 'a number of milliseconds', schema: number.check(z.gte(0)) },
  }),
  pagePastEnd: option<'empty' | 404 | 400>({
    gap: 'GAP-58',
    description: 'a page past the last one: an empty list, 404, or 400',
    choices: ['empty', 404, 400],
  }),
  missingTechContext: option<'null' | 404 | 'empty'>({
    gap: 'GAP-59',
    description:
      'the technical context of an issue for which none was captured, as for one that was created in the dashboard: `null`, 404, or an empty object',
    choices: ['null', 404, 'empty'],
  }),
  commentUpdatesIssue: option<boolean>({
    gap: 'GAP-60',
    description: 'whether a new comment moves the `updatedAt` of its issue',
    choices: [false, true],
  }),
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
