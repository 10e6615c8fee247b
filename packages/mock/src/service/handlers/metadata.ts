import type { List } from '@issue-tracking/model';
import { capped, inEntryOrder, isSameTime, withTiesTurned } from '../readings/list-order.ts';
import type { Call, Handler, Reply } from './handler.ts';
import { jsonAs } from './record-json.ts';

/** The console messages captured with an issue, of one level if asked for (EP-13). */
export const listConsoleLogs: Handler<'issues.consoleLogs'> = (call) =>
  list(call, call.issue.consoleLogs, ({ level }) => call.query.level === undefined || level === call.query.level);

/** EP-14. */
export const listNetworkLogs: Handler<'issues.networkLogs'> = (call) => list(call, call.issue.networkLogs);

/** EP-15. */
export const listScreenshots: Handler<'issues.screenshots'> = (call) => list(call, call.issue.screenshots);

/** EP-16: one object, without `total`. */
export const getTechContext: Handler<'issues.techContext'> = ({ readings, issue }) => ({
  json: jsonAs(readings.absentValues, { data: issue.techContext }),
});

/** EP-17. */
export const listUserActions: Handler<'issues.userActions'> = (call) => list(call, call.issue.userActions);

/** Entries in the order of GAP-51, as far as a service gives them (GAP-50, GAP-52). */
function list<T extends object>(
  { service, readings }: Pick<Call<'issues.consoleLogs'>, 'service' | 'readings'>,
  entries: readonly T[],
  passes: (entry: T) => boolean = () => true,
): Reply<List<T>> {
  const found = inEntryOrder(entries, readings).filter(passes);
  const told = readings.ties === 'stable' ? found : withTiesTurned(found, isSameTime, service.turns.count++);
  const data = [...capped(told, readings.listCap)];
  return { json: jsonAs(readings.absentValues, { data, total: found.length }) };
}
