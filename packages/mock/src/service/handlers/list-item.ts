import type { IssueListItem } from '@issue-tracking/model';
import type { IssueRecord } from '../../data/store/records.ts';
import type { Json } from '../../platform/http/exchange.ts';
import type { Readings } from '../readings/readings.ts';
import { addedMembers, issueMembers, jsonAs } from './record-json.ts';

/** The field sets of a list item (RES-2, GAP-19), each in the order of the specification. */
const fieldSets: Readonly<Record<Readings['listItem'], (issue: IssueRecord) => IssueListItem>> = {
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

/** Writes an issue as the list shows it. */
export function listItemWriter({ listItem, absentValues }: Readings): (issue: IssueRecord) => Json<IssueListItem> {
  const fields = fieldSets[listItem];
  return (issue) => jsonAs(absentValues, { ...fields(issue), ...addedMembers(issue, issueMembers) });
}
