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
import { exactEnum, pathSegment, uuid, wireInteger } from './scalars.ts';

/** Path parameters below one project. */
export const projectParams = z.object({ projectId: pathSegment });

/** Path parameters below one issue. */
export const issueParams = z.object({ projectId: pathSegment, issueNumber: wireInteger() });

const text = z.string('must be a string');

/** Query of the project list (EP-4). */
export const projectListQuery = z.object({
  organizationSlug: z.optional(text),
  organizationId: z.optional(uuid),
});

/** Filters of the project list: one of the two or none (EP-4, GAP-6). */
export type ProjectListFilters =
  | { organizationSlug?: string | undefined; organizationId?: undefined }
  | { organizationSlug?: undefined; organizationId?: string | undefined };

/** Query of the issue list (EP-6, EP-7). */
export const issueListQuery = z.object({
  status: z.optional(exactEnum(issueStatuses)),
  priority: z.optional(exactEnum(issuePriorities)),
  q: z.optional(text),
  label: z.optional(text),
  page: z.optional(wireInteger()),
  limit: z.optional(wireInteger(limits.maxPageSize)),
});

/** Filters and position of the issue list; filters combine (EP-6). */
export interface IssueListOptions {
  status?: IssueStatus | undefined;
  priority?: IssuePriority | undefined;
  /** Text to find in title or description. */
  q?: string | undefined;
  /** A label's name. */
  label?: string | undefined;
  /** Page to start at, from 1 (EP-7). */
  page?: number | undefined;
  /** Issues a page, 1 to 100; the service's own default is 20 (EP-7). */
  limit?: number | undefined;
}

/** Query of the console log (EP-13). */
export const consoleLogsQuery = z.object({ level: z.optional(exactEnum(consoleLevels)) });

/** Filter of the console log (EP-13). */
export interface ConsoleLogsOptions {
  level?: ConsoleLevel | undefined;
}

/** Query of an endpoint that takes none. */
export const noQuery = z.object({});

/**
 * Body of an issue change (EP-9). It takes all six statuses because the service checks the value before it asks who
 * may set it.
 */
export const issueUpdateBody = z.strictObject({
  status: z.optional(exactEnum(issueStatuses)),
  priority: z.optional(exactEnum(issuePriorities)),
});

/** A change to an issue (EP-9): `status`, `priority` or both. */
export interface IssueUpdate {
  /** `verified` and `closed` cannot be set through the API (STA-5, STA-6). */
  status?: SettableStatus | undefined;
  priority?: IssuePriority | undefined;
}

/** Body of a new comment (EP-12). */
export const newCommentBody = z.strictObject({ content: text });

/** A comment to add (EP-12). */
export interface NewComment {
  content: string;
}
