import { type IssueStatus, issueStatuses } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { flag, number, object, text, wholeNumber } from '../platform/input/schemas.ts';

/** A behavior option. Its type, docs, JSON Schema, command line and panel are generated from this description. */
export interface BehaviorOption<Value> {
  /** The gap that it fills. */
  readonly gap: `GAP-${number}`;
  /** A second gap that it fills. */
  readonly also?: `GAP-${number}`;
  /** The open question. */
  readonly description: string;
  /** The usual values. The first is the default. */
  readonly choices: readonly [Value, ...Value[]];
  /** Description of further values that it takes. */
  readonly or?: string;
  /**
   * Schema of all values.
   *
   * @internal
   */
  readonly schema: z.ZodMiniType<unknown>;
}

/** The statuses to which API callers may change an issue, by its present status; without an entry, none. `'any'` for all. */
export type Transitions = 'any' | Partial<Record<IssueStatus, readonly IssueStatus[]>>;

/** The response to a caller who sets a status that the API can't set. */
export interface StatusRejection {
  /** From 400 to 599. */
  readonly status: number;
  /** By default it names the status and who may set it; with `details`, `Invalid input`. */
  readonly error?: string;
  /** Whether it has `details`, as for invalid values. */
  readonly details?: boolean;
}

/** Returns an option that takes its choices, or the values of its schema. */
function option<const Value>({
  schema,
  ...described
}: Omit<BehaviorOption<Value>, 'schema'> & Partial<Pick<BehaviorOption<Value>, 'schema'>>): BehaviorOption<Value> {
  // The cast: the choices of an option without a schema are literals.
  return { ...described, schema: schema ?? z.literal(described.choices as readonly string[]) };
}

/** All behavior options. */
export const behaviorOptions = {
  transitions: option<Transitions>({
    gap: 'GAP-4',
    description:
      'which statuses may follow which; others, and the same status again, are rejected as `statusRejection` describes',
    choices: ['any'],
    or: 'a table of the statuses that may follow each status, such as {"open":["in_progress"]}',
    schema: z.union([z.literal('any'), z.partialRecord(z.enum(issueStatuses), z.array(z.enum(issueStatuses)))]),
  }),
  statusRejection: option<StatusRejection>({
    gap: 'GAP-5',
    also: 'GAP-46',
    description:
      'status and message when an API caller sets `verified`, `closed` or a status that `transitions` rejects; by default the message names the status, and who may set it or that the issue cannot move to it; with `details` it is rejected like any invalid value',
    choices: [{ status: 403 }, { status: 422, error: 'This status cannot be set' }, { status: 400, details: true }],
    or: 'any status from 400 to 599, with any error text or none, with details or without',
    schema: object({ status: wholeNumber(400, 599), error: z.optional(text), details: z.optional(flag) }),
  }),
  issueOrder: option({
    gap: 'GAP-7',
    description: 'order of the issue list',
    choices: ['newest', 'oldest', 'updated'],
  }),
  commentOrder: option({ gap: 'GAP-8', description: 'order of comments', choices: ['oldest', 'newest'] }),
  commentStatus: option({ gap: 'GAP-9', description: 'status of the response to a new comment', choices: [201, 200] }),
  projectsTotal: option({
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
  search: option({
    gap: 'GAP-22',
    also: 'GAP-55',
    description:
      'how `q` searches title and description, in any letter case: as a part (a blank finds everything), as words that must all occur, or as a pattern of SQL’s LIKE',
    choices: ['substring', 'words', 'like'],
  }),
  unknownMembers: option({
    gap: 'GAP-24',
    description: 'members of a request body that the API does not know: ignored, or 400',
    choices: ['ignore', 'reject'],
  }),
  lockout: option({
    gap: 'GAP-28',
    description: 'which requests get 429 during a lockout: those with failing credentials, or all',
    choices: ['failures', 'source'],
  }),
  absentValues: option({
    gap: 'GAP-40',
    description: 'a missing value, such as the assignee of an unassigned issue: an empty text, `null`, or left out',
    choices: ['empty', 'null', 'omitted'],
  }),
  unknownParameters: option({
    gap: 'GAP-53',
    description: 'query parameters that the API does not know: ignored, or 400',
    choices: ['ignore', 'reject'],
  }),
  cors: option({
    gap: 'GAP-56',
    description:
      'which pages may call the API from a browser, besides those of the server’s option `cors`: those of this computer, all, or none',
    choices: ['loopback', 'any', 'none'],
  }),
  readLag: option<number>({
    gap: 'GAP-57',
    description:
      "how long a read does not see the write before it, in milliseconds of the mock's clock; a change by `mock.world` ends it",
    choices: [0, 100],
    or: 'a number of milliseconds',
    schema: number.check(z.gte(0)),
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
};
