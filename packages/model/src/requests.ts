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
import { described, exactEnum, pathSegment, type ShapeOf, uuid, wireInteger } from './scalars.ts';

const projectId = described('Identifier of the project', z.clone(pathSegment));
const issueNumber = described('Number of the issue within its project', wireInteger());

/** Path parameters below one project. */
export const projectParams = z.object({ projectId });

/** Path parameters below one issue. */
export const issueParams = z.object({ projectId, issueNumber });

const text = z.string('must be a string');

// EP-4
/** Query of the project list. */
// enforces EP-4
export const projectListQuery = z.object({
  organizationSlug: described(
    'Only projects of the organization with this slug; not together with `organizationId`',
    z.optional(text),
  ),
  organizationId: described(
    'Only projects of the organization with this id; not together with `organizationSlug`',
    z.optional(uuid),
  ),
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
  status: described('Only issues of this status', z.optional(exactEnum(issueStatuses))),
  priority: described('Only issues of this priority', z.optional(exactEnum(issuePriorities))),
  q: described('Only issues with this text in their title or description', z.optional(text)),
  label: described('Only issues with this label', z.optional(text)),
  // enforces EP-7
  page: described('Number of the page, from 1', z.optional(wireInteger())),
  limit: described('Number of issues per page', z.optional(wireInteger(limits.maxPageSize))),
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
  level: described('Only entries of this level', z.optional(exactEnum(consoleLevels))),
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
  status: described('The status to set; `verified` and `closed` are rejected', z.optional(exactEnum(issueStatuses))),
  priority: described('The priority to set', z.optional(exactEnum(issuePriorities))),
});

/** A change to an issue: `status`, `priority` or both. `verified` and `closed` cannot be set through the API. */
export type IssueUpdate =
  | { status: SettableStatus; priority?: IssuePriority | undefined }
  | { status?: SettableStatus | undefined; priority: IssuePriority };

// EP-12
/** Body of a new comment. */
// enforces EP-12
export const newCommentBody = z.strictObject({
  content: described('The text', z.clone(text)),
} satisfies ShapeOf<NewComment>);

/** A comment to add. */
export interface NewComment {
  /** Its text, which must not be empty. */
  content: string;
}
