import type { IssueListItem } from '@issue-tracking/model';
import { type Json, json } from '../http/exchange.ts';
import type { Readings } from '../readings/readings.ts';
import type { IssueRecord } from '../store/records.ts';

type Writer = (issue: IssueRecord) => Json<IssueListItem>;

/** The field sets of a list item (RES-2, GAP-19), each written in the order of the specification. */
export const listItemWriters: Readonly<Record<Readings['listItem'], Writer>> = {
  both: ({ id, issueNumber, title, status, priority, reporterName, labels, assignees, createdAt, updatedAt }) =>
    json({ id, issueNumber, title, status, priority, reporterName, labels, assignees, createdAt, updatedAt }),
  reporter: ({ issueNumber, title, status, priority, reporterName, createdAt, updatedAt }) =>
    json({ issueNumber, title, status, priority, reporterName, createdAt, updatedAt }),
  labels: ({ id, issueNumber, title, status, priority, labels, assignees, createdAt, updatedAt }) =>
    json({ id, issueNumber, title, status, priority, labels, assignees, createdAt, updatedAt }),
  alternating: (issue) =>
    issue.issueNumber % 2 === 1 ? listItemWriters.reporter(issue) : listItemWriters.labels(issue),
};
