import { type Issue, limits } from '@issue-tracking/model';
import { json, jsonData, jsonList } from '../http/json.ts';
import type { IssueRecord } from '../store/records.ts';
import type { Handler } from './handler.ts';
import { listItemWriters } from './list-item.ts';
import { selectIssues } from './select-issues.ts';
import { allowChange } from './status-rule.ts';

/** One page of a project's issues, filtered (EP-5 to EP-7). */
export const listIssues: Handler<'issues.list'> = ({ service: { readings }, project, query }) => {
  const page = Number(query.page ?? limits.defaultPage);
  const limit = Number(query.limit ?? limits.defaultPageSize);
  const selection = selectIssues(project, query, readings.search);
  const total = selection.length;
  const totalPages = Math.ceil(total / limit) || readings.emptyTotalPages;
  const write = listItemWriters[readings.listItem];
  return {
    json: selection.page(page, limit, (issues) =>
      jsonData(jsonList(issues.map((issue) => issue.listItem(write))), { total, page, totalPages }),
    ),
  };
};

/** One issue (EP-8). */
export const getIssue: Handler<'issues.get'> = ({ issue }) => ({ json: json({ data: toIssue(issue.record) }) });

/** Changes status, priority or both (EP-9). */
export const updateIssue: Handler<'issues.update'> = ({ service, issue, body }) => {
  const { record } = issue;
  allowChange(service.readings, record, body);
  if (body.status !== undefined || body.priority !== undefined) {
    service.store.setState(record, body, service.clock.now());
  }
  const { issueNumber, status, priority, updatedAt } = record;
  return { json: json({ data: { issueNumber, status, priority, updatedAt } }) };
};

function toIssue(record: IssueRecord): Issue {
  return {
    issueNumber: record.issueNumber,
    title: record.title,
    description: record.description,
    status: record.status,
    priority: record.priority,
    labels: record.labels,
    reporterName: record.reporterName,
    assigneeName: record.assigneeName,
    pageUrl: record.pageUrl,
    browserInfo: record.browserInfo,
    osInfo: record.osInfo,
    viewportSize: record.viewportSize,
    metadataSummary: {
      consoleErrorCount: count(record.consoleLogs, ({ level }) => level === 'error'),
      networkErrorCount: count(record.networkLogs, ({ status }) => status >= 400),
      jsErrorCount: record.jsErrorCount,
      userActionCount: record.userActions.length,
      screenshotCount: record.screenshots.length,
    },
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  };
}

function count<T>(entries: readonly T[], counts: (entry: T) => boolean): number {
  return entries.reduce((sum, entry) => (counts(entry) ? sum + 1 : sum), 0);
}
