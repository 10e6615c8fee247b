import * as z from 'zod/mini';
import {
  type ConsoleLevel,
  consoleLevels,
  type IssuePriority,
  type IssueStatus,
  issuePriorities,
  issueStatuses,
  type SettableStatus,
} from './enumerations.ts';
import { limits } from './limits.ts';
import { exactEnum, nonEmptyText, pathSegment, type ShapeOf, uuid, wireInteger } from './scalars.ts';

/** Path parameters below one project. */
export const projectParams = z.object({ projectId: pathSegment() });

/** Path parameters below one issue. */
export const issueParams = z.object({ ...projectParams.shape, issueNumber: wireInteger() });

const text = z.string('must be a string');

// EP-4
/** Query of the project list. */
// enforces EP-4
export const projectListQuery = z.object({
  organizationSlug: z.optional(text),
  organizationId: z.optional(uuid),
});

// EP-4, GAP-6
/** Filters of the project list: one of the two or none. */
export type ProjectListFilters =
  | { organizationSlug?: string | undefined; organizationId?: undefined }
  | { organizationSlug?: undefined; organizationId?: string | undefined };

// EP-6, EP-7
/** Query of the issue list. */
// enforces EP-6
export const issueListQuery = z.object({
  status: z.optional(exactEnum(issueStatuses)),
  priority: z.optional(exactEnum(issuePriorities)),
  q: z.optional(text),
  label: z.optional(text),
  // enforces EP-7
  page: z.optional(wireInteger()),
  limit: z.optional(wireInteger(limits.maxPageSize)),
} satisfies ShapeOf<IssueListOptions>);

// EP-6
/** Filters and position of the issue list; filters combine. */
export interface IssueListOptions {
  /** Only issues with this status. */
  status?: IssueStatus | undefined;
  /** Only issues with this priority. */
  priority?: IssuePriority | undefined;
  /** Text to find in title or description. */
  q?: string | undefined;
  /** A label's name. */
  label?: string | undefined;
  /** Page to start at, from 1. */
  page?: number | undefined;
  /** Issues a page, 1 to 100; the service's own default is 20. */
  limit?: number | undefined;
}

// EP-13
/** Query of the console log. */
// enforces EP-13
export const consoleLogsQuery = z.object({
  level: z.optional(exactEnum(consoleLevels)),
} satisfies ShapeOf<ConsoleLogsOptions>);

/** Filter of the console log. */
export interface ConsoleLogsOptions {
  /** Only messages of this level; all without it. */
  level?: ConsoleLevel | undefined;
}

/** Query of an endpoint that takes none. */
export const noQuery = z.object({});

// EP-9
/**
 * Body of an issue change. It takes all six statuses because the service checks the value before it checks
 * who may set it.
 */
export const issueUpdateBody = z.strictObject({
  status: z.optional(exactEnum(issueStatuses)),
  priority: z.optional(exactEnum(issuePriorities)),
});

/** A change to an issue: `status`, `priority` or both. `verified` and `closed` cannot be set through the API. */
export type IssueUpdate =
  | { status: SettableStatus; priority?: IssuePriority | undefined }
  | { status?: SettableStatus | undefined; priority: IssuePriority };

// EP-12
/** Body of a new comment. */
// enforces EP-12
export const newCommentBody = z.strictObject({
  // GAP-32
  content: nonEmptyText(),
} satisfies ShapeOf<NewComment>);

/** A comment to add. */
export interface NewComment {
  /** Its text, which must not be empty. */
  content: string;
}
