import { captured, capturedNames, type Issue, issueSchema, limits, type MetadataSummary } from '@issue-tracking/model';
import type { Behavior } from '../behavior/behavior.ts';
import type { Explain } from '../log/entry.ts';
import { changeText } from '../log/field-change.ts';
import type { RequestWarning } from '../log/request-entry.ts';
import { HttpError, invalidInput } from '../platform/http/http-error.ts';
import { jsonList } from '../platform/http/json.ts';
import { mockTexts } from '../platform/http/mock-texts.ts';
import type { IssueRecord } from '../records/records.ts';
import { stateChanges } from '../records/state-changes.ts';
import { issueFilters } from './filter-issues.ts';
import type { Handler } from './handler.ts';
import { applyFilters, noMatchWarnings } from './list.ts';
import { listItem } from './list-item.ts';
import { absentValuesOf, addedMembers, issueMembers, jsonAs, withPulledMembers } from './record-json.ts';
import { allowChange } from './status-rule.ts';

/** Lists a page of a project's issues, filtered (EP-5 to EP-7). */
export const listIssues: Handler<'issues.list'> = ({ records, behavior, project, query }) => {
  // enforces EP-7
  const page = query.page ?? limits.defaultPage;
  const limit = query.limit ?? limits.defaultPageSize;
  const issues = records.issuesInOrder(project.id);
  const filters = issueFilters(query, behavior);
  const found = applyFilters(issues, filters);
  const total = found.length;
  // An empty list has 0 pages (GAP-35).
  const totalPages = Math.ceil(total / limit);
  if (page > Math.max(totalPages, 1) && behavior.pagePastEnd !== 'empty') throw pastEnd(behavior, totalPages);
  const items = found.slice((page - 1) * limit, page * limit).map((issue) => listItem(issue, behavior));
  const warnings = total === 0 ? noMatchWarnings('issue', issues, filters) : pageWarnings(page, totalPages);
  // enforces EP-5
  return { json: jsonList(items, { total, page, totalPages }), warnings };
};

/** Returns the warning for an empty page past the end. A client that reads until a page is empty asks for one past it. */
function pageWarnings(page: number, totalPages: number): RequestWarning[] {
  if (page <= totalPages + 1) return [];
  return [{ kind: 'no-match', field: 'query.page', text: `There is no page ${page}: the last is ${totalPages}.` }];
}

/** Returns the error for a page past the end (GAP-58). */
function pastEnd({ pagePastEnd }: Behavior, totalPages: number): HttpError {
  const behavior = 'pagePastEnd';
  if (pagePastEnd === 404)
    return new HttpError(404, mockTexts.notFound).because({
      text: `The last page is ${totalPages}.`,
      behavior,
      reason: 'not found',
    });
  return invalidInput({ field: 'page', message: `must be at most ${Math.max(totalPages, 1)}` }).because({ behavior });
}

/** Returns one issue (EP-8). */
export const getIssue: Handler<'issues.get'> = ({ behavior, issue }) => ({
  // enforces EP-8
  json: jsonAs(absentValuesOf(behavior, issue), { data: withPulledMembers(toIssue(issue), issue) }),
});

/** Changes status, priority or both (EP-9). */
export const updateIssue: Handler<'issues.update'> = ({ service, behavior, issue: readIssue, body }) => {
  const { store } = service;
  // Reads may lag behind writes (GAP-57). A further write builds on the present issue.
  const issue = store.issue(readIssue.projectId, readIssue.issueNumber) ?? readIssue;
  allowChange(behavior, issue, body);
  const now = service.clock.now();
  // An empty update changes nothing (GAP-23). A priority alone moves `updatedAt`, too (GAP-43).
  const isEmpty = body.status === undefined && body.priority === undefined;
  const changes = isEmpty ? {} : stateChanges(issue, body, now);
  // enforces EP-9, STA-3
  if (!isEmpty) store.change('issues', issue, changes);
  const changed = { ...issue, ...changes };
  const { issueNumber, status, priority, updatedAt } = changed;
  const json = jsonAs(behavior.absentValues, { data: { issueNumber, status, priority, updatedAt } });
  return { json, change: [issue, changed], effect: changesSaid };
};

const changesSaid: Explain = ({ changes, at }) => ({
  text:
    changes.length === 0
      ? 'Status and priority stayed as they were.'
      : `Changed ${changes.map((change) => changeText(change, at)).join('; ')}.`,
});

const detailMembers = Object.keys(issueSchema.def.shape) as readonly (keyof Issue)[];

/** Returns the issue of a response: the members of v1, and those that a service has added (VER-2). */
function toIssue(record: IssueRecord): Issue {
  const issue: Record<string, unknown> = {};
  for (const member of detailMembers) issue[member] = member === 'metadataSummary' ? summaryOf(record) : record[member];
  // The members are those of the model's schema.
  return Object.assign(issue as object as Issue, addedMembers(record, issueMembers));
}

/** Issues pulled from a service carry its counts. Status 0 is a request without a response (GAP-42). */
// enforces RES-4
function summaryOf(record: IssueRecord): MetadataSummary {
  if (record.metadataSummary) return record.metadataSummary;
  const summary: MetadataSummary = {
    consoleErrorCount: record.consoleLogs.filter(({ level }) => level === 'error').length,
    networkErrorCount: record.networkLogs.filter(({ status }) => status >= 400 || status === 0).length,
    jsErrorCount: record.jsErrorCount,
    userActionCount: 0,
    screenshotCount: 0,
  };
  for (const name of capturedNames) {
    const { count } = captured[name];
    const entries: unknown = record[name];
    if (count && Array.isArray(entries)) summary[count] = Math.max(summary[count], entries.length);
  }
  return summary;
}
