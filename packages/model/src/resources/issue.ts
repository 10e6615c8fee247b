import * as z from 'zod/mini';
import { type IssuePriority, type IssueStatus, issuePriorities, issueStatuses } from '../enumerations.ts';
import { nonEssential, openEnum, type ShapeOf, timestamp, wholeNumber } from '../scalars.ts';

const issueNumber = wholeNumber(1);
const status = openEnum(issueStatuses);
const priority = openEnum(issuePriorities);
const count = wholeNumber(0);

// The specification describes two field sets, so what only one of them has is optional (GAP-19).
/**
 * An issue, as the issue list shows it. A service sends `reporterName`, or `id`, `labels` and `assignees`, or all.
 *
 * A service may send `null` for a member that has no value, which the client reports as drift. The OpenAPI document allows
 * it, so that no tool rejects such a response.
 */
export interface IssueListItem {
  /** Number within its project, used in paths. */
  issueNumber: number;
  /** Title, in one line. */
  title: string;
  /** Only users set `verified`, in the dashboard; publishing a report sets `closed`. */
  status: IssueStatus;
  /** Priority of the issue. */
  priority: IssuePriority;
  /** Name of the reporter. */
  reporterName?: string | undefined;
  /** Identifier, not used in paths. */
  id?: string | undefined;
  /** Names of its labels. */
  labels?: string[] | undefined;
  /** Names of the assigned users. */
  assignees?: string[] | undefined;
  /** When it was reported: UTC, ISO 8601. */
  createdAt: string;
  /** When it last changed: UTC, ISO 8601. v1 doesn't say whether a comment counts; by default it doesn't in the mock. */
  updatedAt: string;
}

/** An issue, as the issue list shows it. */
// enforces RES-2
export const issueListItemSchema = z.looseObject({
  issueNumber,
  title: z.string(),
  status,
  priority,
  reporterName: z.optional(nonEssential(z.string())),
  id: z.optional(z.string()),
  labels: z.optional(z.array(z.string())),
  assignees: z.optional(z.array(z.string())),
  createdAt: timestamp,
  updatedAt: timestamp,
} satisfies ShapeOf<IssueListItem>);

// RES-4; no listed endpoint shows the script errors (GAP-26).
/** Numbers of the entries that were captured with an issue, by kind. */
export interface MetadataSummary {
  /** Console errors. v1 doesn't say which entries count; in the mock, by default, those of level `error`. */
  consoleErrorCount: number;
  /** Network errors. v1 doesn't say which requests count; in the mock, by default, those with a status from 400 or without a response. */
  networkErrorCount: number;
  /** Script errors. v1 describes no endpoint that lists them. */
  jsErrorCount: number;
  /** Captured actions of the reporter. */
  userActionCount: number;
  /** Screenshots. */
  screenshotCount: number;
}

/** Numbers of the entries that were captured with an issue, by kind. */
export const metadataSummarySchema = z.looseObject({
  consoleErrorCount: count,
  networkErrorCount: count,
  jsErrorCount: count,
  userActionCount: count,
  screenshotCount: count,
} satisfies ShapeOf<MetadataSummary>);

/**
 * One issue with all its own fields; the captured entries have endpoints of their own.
 *
 * v1 promises every member. A service may leave out a member that has no value, or send `null`, which the client reports
 * as drift. The OpenAPI document allows both, so that no tool rejects such a response.
 */
export interface Issue {
  /** Number within its project, used in paths. */
  issueNumber: number;
  /** Title, in one line. */
  title: string;
  /** Full text of the report. */
  description: string;
  /** Only users set `verified`, in the dashboard; publishing a report sets `closed`. */
  status: IssueStatus;
  /** Priority of the issue. */
  priority: IssuePriority;
  /** Names of its labels. */
  labels: string[];
  /** Name of the reporter. */
  reporterName: string;
  /** Name of the assignee. The specification leaves the value for an unassigned issue open. */
  assigneeName: string;
  /** Page on which it was reported. */
  pageUrl: string;
  /** Name and version of the browser, as one string. */
  browserInfo: string;
  /** Name and version of the operating system, as one string. */
  osInfo: string;
  /** `<width>x<height>`, in pixels. */
  viewportSize: string;
  /** Numbers of captured entries. */
  metadataSummary: MetadataSummary;
  /** When it was reported: UTC, ISO 8601. */
  createdAt: string;
  /** When it last changed: UTC, ISO 8601. v1 doesn't say whether a comment counts; by default it doesn't in the mock. */
  updatedAt: string;
}

/** One issue with all its own fields. */
// enforces RES-3, RES-11
export const issueSchema = z.looseObject({
  issueNumber,
  title: z.string(),
  description: nonEssential(z.string()),
  status,
  priority,
  labels: z.array(z.string()),
  reporterName: nonEssential(z.string()),
  assigneeName: nonEssential(z.string()),
  pageUrl: nonEssential(z.string()),
  browserInfo: nonEssential(z.string()),
  osInfo: nonEssential(z.string()),
  viewportSize: nonEssential(z.string()),
  metadataSummary: metadataSummarySchema,
  createdAt: timestamp,
  updatedAt: timestamp,
} satisfies ShapeOf<Issue>);

// EP-9
/** An issue's state after a change. */
export interface UpdatedIssue {
  /** Number within its project, used in paths. */
  issueNumber: number;
  /** The status it has now. */
  status: IssueStatus;
  /** The priority it has now. */
  priority: IssuePriority;
  /** When it was changed: UTC, ISO 8601. */
  updatedAt: string;
}

/** The response to an update. */
export const updatedIssueSchema = z.looseObject({ issueNumber, status, priority, updatedAt: timestamp });
