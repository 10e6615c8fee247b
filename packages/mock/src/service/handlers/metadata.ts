import type { List } from '@issue-tracking/model';
import { capped, inEntryOrder, isSameTime, withTiesTurned } from '../readings/list-order.ts';
import type { Service } from '../service.ts';
import type { Handler, Reply } from './handler.ts';
import { jsonAs } from './record-json.ts';

/** The console messages captured with an issue, of one level if asked for (EP-13). */
export const listConsoleLogs: Handler<'issues.consoleLogs'> = ({ service, issue: { record }, query: { level } }) =>
  list(service, record.consoleLogs, level === undefined ? undefined : (entry) => entry.level === level);

/** EP-14. */
export const listNetworkLogs: Handler<'issues.networkLogs'> = ({ service, issue }) =>
  list(service, issue.record.networkLogs);

/** EP-15. */
export const listScreenshots: Handler<'issues.screenshots'> = ({ service, issue }) =>
  list(service, issue.record.screenshots);

/** EP-16: one object, without `total`. */
export const getTechContext: Handler<'issues.techContext'> = ({ service: { readings }, issue }) => ({
  json: jsonAs(readings.absentValues, { data: issue.record.techContext }),
});

/** EP-17. */
export const listUserActions: Handler<'issues.userActions'> = ({ service, issue }) =>
  list(service, issue.record.userActions);

/** Entries in the order of GAP-51, as far as a service gives them (GAP-50, GAP-52). */
function list<T extends object>(
  service: Service,
  entries: readonly T[],
  passes?: (entry: T) => boolean,
): Reply<List<T>> {
  const { readings } = service;
  const ordered = inEntryOrder(entries, readings);
  const found = passes ? ordered.filter(passes) : ordered;
  const told = readings.ties === 'stable' ? found : withTiesTurned(found, isSameTime, service.turns.count++);
  const data = [...capped(told, readings.listCap)];
  return { json: jsonAs(readings.absentValues, { data, total: found.length }) };
}
