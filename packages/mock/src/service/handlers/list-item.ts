import type { IssueListItem } from '@issue-tracking/model';
import type { IssueRecord } from '../../data/store/records.ts';
import type { Json } from '../../platform/http/json.ts';
import type { Readings } from '../readings/readings.ts';
import { absentIn, addedMembers, asPulled, issueMembers, jsonAs } from './record-json.ts';

/** The field sets of a list item (RES-2, GAP-19), each in the order of the specification. */
// enforces RES-2
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

type WriteItem = (issue: IssueRecord) => Json<IssueListItem>;

const writers = new WeakMap<Readings, WriteItem>();

/** Returns a writer of list items. Each record is written once, as neither it nor a set of readings ever changes. */
export function listItemWriter(readings: Readings): WriteItem {
  const known = writers.get(readings);
  if (known) return known;
  const written = new WeakMap<IssueRecord, Json<IssueListItem>>();
  const writer: WriteItem = (issue) => {
    const item = written.get(issue) ?? writeItem(issue, readings);
    written.set(issue, item);
    return item;
  };
  writers.set(readings, writer);
  return writer;
}

function writeItem(issue: IssueRecord, readings: Readings): Json<IssueListItem> {
  const told = { ...fieldSets[readings.listItem](issue), ...addedMembers(issue, issueMembers) };
  return jsonAs(absentIn(readings, issue), asPulled(told, issue, 'list'));
}
