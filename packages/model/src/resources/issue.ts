import * as z from 'zod/mini';
import { issuePriorities, issueStatuses } from '../enumerations.ts';
import { type Known, openEnum, timestamp } from '../scalars.ts';

const issueNumber = z.int().check(z.positive());
const status = openEnum(issueStatuses);
const priority = openEnum(issuePriorities);
const count = z.int().check(z.nonnegative());

/**
 * An issue, as the issue list shows it. The specification describes two field sets, so what only one of them has is
 * optional (RES-2, GAP-19).
 */
export const issueListItemSchema = z.looseObject({
  /** Number within its project, used in paths. */
  issueNumber,
  title: z.string(),
  status,
  priority,
  reporterName: z.optional(z.string()),
  id: z.optional(z.string()),
  /** Label names. */
  labels: z.optional(z.array(z.string())),
  /** Names of the people assigned. */
  assignees: z.optional(z.array(z.string())),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** An issue as the list shows it; what only one of the two described field sets has is optional (RES-2). */
export interface IssueListItem extends Known<z.infer<typeof issueListItemSchema>> {}

/** How many entries of each kind were captured with an issue (RES-3, RES-4). */
export const metadataSummarySchema = z.looseObject({
  /** Console entries of level `error`. */
  consoleErrorCount: count,
  /** Network entries with a status of 400 or above. */
  networkErrorCount: count,
  /** Script errors; no listed endpoint shows them (GAP-26). */
  jsErrorCount: count,
  userActionCount: count,
  screenshotCount: count,
});

/** How many entries of each kind were captured with an issue (RES-3). */
export interface MetadataSummary extends Known<z.infer<typeof metadataSummarySchema>> {}

/** One issue with all its own fields; the captured entries have endpoints of their own (RES-3). */
export const issueSchema = z.looseObject({
  /** Number within its project, used in paths. */
  issueNumber,
  title: z.string(),
  description: z.string(),
  status,
  priority,
  /** Label names. */
  labels: z.array(z.string()),
  reporterName: z.string(),
  assigneeName: z.string(),
  /** Page on which the issue was reported. */
  pageUrl: z.string(),
  /** Browser name and version, as one string. */
  browserInfo: z.string(),
  /** Operating system name and version, as one string. */
  osInfo: z.string(),
  /** `<width>x<height>`, in pixels. */
  viewportSize: z.string(),
  metadataSummary: metadataSummarySchema as z.ZodMiniType<MetadataSummary>,
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** One issue with all its own fields (RES-3). */
export interface Issue extends Known<z.infer<typeof issueSchema>> {}

/** What changing an issue answers (EP-9). */
export const updatedIssueSchema = z.looseObject({ issueNumber, status, priority, updatedAt: timestamp });

/** An issue's state after a change (EP-9). */
export interface UpdatedIssue extends Known<z.infer<typeof updatedIssueSchema>> {}
