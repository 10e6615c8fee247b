import type { IssueRecord } from '../records/records.ts';
import type { FieldChange } from './field-change.ts';
import type { LoggedRequest } from './entry.ts';
import type { RequestLog } from './log.ts';

const fields = ['status', 'priority'] as const;

/** Logs the fields that a write changed. Warns of each replaced value that the sender had not read. */
export function logChanges(log: RequestLog, entry: LoggedRequest, before: IssueRecord, after: IssueRecord): void {
  const changed = fields.filter((field) => before[field] !== after[field]);
  for (const field of changed) {
    const from = before[field];
    const { setter, lastRead, isRead } = searchLog(log, entry, before, field);
    entry.changes = [
      ...entry.changes,
      { field, from, to: after[field], ...(setter && { setBy: shownSetter(setter) }) },
    ];
    const seen = lastRead?.shownIssue(before)?.[field];
    if (isRead || seen === from || !(setter || lastRead)) continue;
    const read = lastRead ? `: it was "${seen}" in request ${lastRead.number}` : '';
    const text = `The sender had not read ${field} "${from}" before replacing it${read}.`;
    entry.warn({ kind: 'stale-write', field: `body.${field}`, text });
  }
}

interface SearchResult {
  /** The request that set the value; `undefined` if the world, a test or the panel set the value. */
  readonly setter: LoggedRequest | undefined;
  /** The last response with the issue that the sender received. */
  readonly lastRead: LoggedRequest | undefined;
  /** Whether the sender has received the value since it was set. `lastRead` may show an older value, because reads may lag (GAP-57). */
  readonly isRead: boolean;
}

/** Searches the log backward for the request that set a field's present value. */
function searchLog(
  log: RequestLog,
  entry: LoggedRequest,
  issue: IssueRecord,
  field: FieldChange['field'],
): SearchResult {
  const value = issue[field];
  let setter: LoggedRequest | undefined;
  let lastRead: LoggedRequest | undefined;
  let isRead = false;
  for (const other of log.entries.toReversed()) {
    const shown = other === entry ? undefined : other.shownIssue(issue);
    if (!shown) continue;
    if (other.wasReadBefore(entry)) {
      lastRead ??= other;
      // While `setter` is not found, `other` is later than it. An earlier read may show an equal value that was set before.
      isRead ||= !setter && shown[field] === value;
    }
    if (other.changes.some((change) => change.field === field && change.to === value)) setter ??= other;
    if (setter && lastRead) break;
  }
  return { setter, lastRead, isRead: isRead && setter !== undefined };
}

function shownSetter({ number, at, shownCredential }: LoggedRequest): NonNullable<FieldChange['setBy']> {
  return { number, at, ...(shownCredential && { credential: shownCredential }) };
}
