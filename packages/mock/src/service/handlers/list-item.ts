import type { IssueListItem } from '@issue-tracking/model';
import type { IssueRecord } from '../../data/store/records.ts';
import type { Json } from '../../platform/http/json.ts';
import type { Behavior } from '../behavior/behavior.ts';
import { absentValuesOf, addedMembers, issueMembers, jsonAs, withPulledMembers } from './record-json.ts';

/** The field sets of a list item (RES-2, GAP-19), each in the order of the specification. */
// enforces RES-2
const fieldSets: Readonly<Record<Behavior['listItem'], (issue: IssueRecord) => IssueListItem>> = {
  both: ({ id, issueNumber, title, status, priority, reporterName, labels, assignees, createdAt, updatedAt }) => ({
    id,
    issueNumber,
    title,
    status,
    priority,
    reporterName,
    labels,
    assignees,
    createdAt,
    updatedAt,
  }),
  reporter: ({ issueNumber, title, status, priority, reporterName, createdAt, updatedAt }) => ({
    issueNumber,
    title,
    status,
    priority,
    reporterName,
    createdAt,
    updatedAt,
  }),
  labels: ({ id, issueNumber, title, status, priority, labels, assignees, createdAt, updatedAt }) => ({
    id,
    issueNumber,
    title,
    status,
    priority,
    labels,
    assignees,
    createdAt,
    updatedAt,
  }),
  alternating: (issue) => (issue.issueNumber % 2 === 1 ? fieldSets.reporter(issue) : fieldSets.labels(issue)),
};

/**
 * Cached JSON of list items. Records and `Behavior` objects never change. Without this cache, a page of 100 takes four times as
 * long.
 */
const written = new WeakMap<IssueRecord, { readonly behavior: Behavior; readonly item: Json<IssueListItem> }>();

/** Returns the list item of an issue as JSON. */
export function listItem(issue: IssueRecord, behavior: Behavior): Json<IssueListItem> {
  const known = written.get(issue);
  if (known?.behavior === behavior) return known.item;
  const item = writeItem(issue, behavior);
  written.set(issue, { behavior, item });
  return item;
}

function writeItem(issue: IssueRecord, behavior: Behavior): Json<IssueListItem> {
  const fields = { ...fieldSets[behavior.listItem](issue), ...addedMembers(issue, issueMembers) };
  return jsonAs(absentValuesOf(behavior, issue), withPulledMembers(fields, issue, 'list'));
}
