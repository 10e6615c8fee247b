import { type Issue, limits } from '@issue-tracking/model';
import { json, jsonData, jsonList } from '../http/exchange.ts';
import type { Readings } from '../readings/readings.ts';
import type { Selection } from '../store/issue-entry.ts';
import { type IssueEntry, separator } from '../store/issue-entry.ts';
import type { ProjectEntry } from '../store/project-entry.ts';
import type { IssueRecord } from '../store/records.ts';
import type { Call, Handler } from './handler.ts';
import { listItemWriters } from './list-item.ts';
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

/** The issues of a project that pass every filter, in list order (EP-6). */
function selectIssues(
  project: ProjectEntry,
  { status, priority, label, q }: Call<'issues.list'>['query'],
  search: Readings['search'],
): Selection {
  const filter = { status, priority, label, finds: q === undefined ? undefined : finder(q, search) };
  // A predicate of somebody's own may find other issues each time.
  const key = q === undefined || search === 'substring' ? JSON.stringify([status, priority, label, q]) : undefined;
  return project.select(filter, key);
}

/** What `q` finds: a part of title or description in any letter case, unless a reading says otherwise (GAP-22). */
function finder(q: string, search: Readings['search']): (issue: IssueEntry) => boolean {
  if (search !== 'substring') return ({ record }) => search(record, q);
  const text = q.toLowerCase();
  if (!text.includes(separator)) return ({ searchText }) => searchText.includes(text);
  // Such a text could match across the border of the two.
  return ({ record }) => [record.title, record.description].some((part) => part.toLowerCase().includes(text));
}

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
