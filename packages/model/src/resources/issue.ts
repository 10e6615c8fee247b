import * as z from 'zod/mini';
import { type IssuePriority, type IssueStatus, issuePriorities, issueStatuses } from '../enumerations.ts';
import { dispensable, openEnum, timestamp, wholeNumber } from '../scalars.ts';

const issueNumber = wholeNumber(1);
const status = openEnum(issueStatuses);
const priority = openEnum(issuePriorities);
const count = wholeNumber(0);

// RES-2: the specification describes two field sets, so what only one of them has is optional (GAP-19).
/** An issue, as the issue list shows it. A service sends `reporterName`, or `id`, `labels` and `assignees`, or all. */
export interface IssueListItem {
  /** Number within its project, used in paths. */
  issueNumber: number;
  title: string;
  status: IssueStatus;
  priority: IssuePriority;
  reporterName?: string | undefined;
  /** Identifier; not used in paths. */
  id?: string | undefined;
  /** Label names. */
  labels?: string[] | undefined;
  /** Names of the people assigned. */
  assignees?: string[] | undefined;
  /** UTC, ISO 8601. */
  createdAt: string;
  /** UTC, ISO 8601. */
  updatedAt: string;
}

/** An issue, as the issue list shows it. */
export const issueListItemSchema = z.looseObject({
  issueNumber,
  title: z.string(),
  status,
  priority,
  reporterName: z.optional(dispensable(z.string())),
  id: z.optional(z.string()),
  labels: z.optional(z.array(z.string())),
  assignees: z.optional(z.array(z.string())),
  createdAt: timestamp,
  updatedAt: timestamp,
});

// RES-4; no listed endpoint shows the script errors (GAP-26).
/** How many entries of each kind were captured with an issue. */
export interface MetadataSummary {
  /** Console entries of level `error`. */
  consoleErrorCount: number;
  /** Network entries with a status of 400 or above. */
  networkErrorCount: number;
  /** Script errors; no endpoint lists them. */
  jsErrorCount: number;
  userActionCount: number;
  screenshotCount: number;
}

/** How many entries of each kind were captured with an issue. */
export const metadataSummarySchema = z.looseObject({
  consoleErrorCount: count,
  networkErrorCount: count,
  jsErrorCount: count,
  userActionCount: count,
  screenshotCount: count,
});

// RES-3
/** One issue with all its own fields; the captured entries have endpoints of their own. */
export interface Issue {
  /** Number within its project, used in paths. */
  issueNumber: number;
  title: string;
  description: string;
  status: IssueStatus;
  priority: IssuePriority;
  /** Label names. */
  labels: string[];
  reporterName: string;
  assigneeName: string;
  /** Page on which the issue was reported. */
  pageUrl: string;
  /** Browser name and version, as one string. */
  browserInfo: string;
  /** Operating system name and version, as one string. */
  osInfo: string;
  /** `<width>x<height>`, in pixels. */
  viewportSize: string;
  metadataSummary: MetadataSummary;
  /** UTC, ISO 8601. */
  createdAt: string;
  /** UTC, ISO 8601. */
  updatedAt: string;
}

/** One issue with all its own fields. */
export const issueSchema = z.looseObject({
  issueNumber,
  title: z.string(),
  description: dispensable(z.string()),
  status,
  priority,
  labels: z.array(z.string()),
  reporterName: dispensable(z.string()),
  assigneeName: dispensable(z.string()),
  pageUrl: dispensable(z.string()),
  browserInfo: dispensable(z.string()),
  osInfo: dispensable(z.string()),
  viewportSize: dispensable(z.string()),
  metadataSummary: metadataSummarySchema,
  createdAt: timestamp,
  updatedAt: timestamp,
});

// EP-9
/** An issue's state after a change. */
export interface UpdatedIssue {
  issueNumber: number;
  status: IssueStatus;
  priority: IssuePriority;
  /** UTC, ISO 8601. */
  updatedAt: string;
}

/** What changing an issue answers. */
export const updatedIssueSchema = z.looseObject({ issueNumber, status, priority, updatedAt: timestamp });
