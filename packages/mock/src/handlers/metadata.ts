import type { List } from '@issue-tracking/model';
import { json } from '../http/exchange.ts';
import type { Handler, Reply } from './handler.ts';

/** The console messages captured with an issue, of one level if asked for (EP-13). */
export const listConsoleLogs: Handler<'issues.consoleLogs'> = ({ issue: { record }, query: { level } }) =>
  list(level === undefined ? record.consoleLogs : record.consoleLogs.filter((entry) => entry.level === level));

/** EP-14. */
export const listNetworkLogs: Handler<'issues.networkLogs'> = ({ issue }) => list(issue.record.networkLogs);

/** EP-15. */
export const listScreenshots: Handler<'issues.screenshots'> = ({ issue }) => list(issue.record.screenshots);

/** EP-16: one object, without `total`. */
export const getTechContext: Handler<'issues.techContext'> = ({ issue }) => ({
  json: json({ data: issue.record.techContext }),
});

/** EP-17. */
export const listUserActions: Handler<'issues.userActions'> = ({ issue }) => list(issue.record.userActions);

function list<T>(data: T[]): Reply<List<T>> {
  return { json: json({ data, total: data.length }) };
}
