import { absentMembers } from '@issue-tracking/model';
import { type Json, json } from '../../platform/http/exchange.ts';
import type { Readings } from '../readings/readings.ts';

const mayBeAbsent = absentMembers();

// GAP-40
/** JSON in which values that are not there are written as the reading says; a list of names stays a list. */
export function jsonAs<T>(reading: Readings['absentValues'], value: T): Json<T> {
  if (reading === 'empty') return json(value);
  const absent = reading === 'null' ? null : undefined;
  const written = JSON.stringify(value, (member, held) => (mayBeAbsent.has(member) && isEmpty(held) ? absent : held));
  // The service of this reading gives what the types don't know of.
  return written as Json<T>;
}

/** Whether nothing is in it: `{name: '', version: ''}` is the browser of an issue without one. */
function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === '' || value === null;
  return Object.values(value).every(isEmpty);
}

/** What a record holds beside the members that v1 describes and those that are the mock's own (VER-2). */
export function addedMembers(record: object, known: ReadonlySet<string>): object | undefined {
  let added: Record<string, unknown> | undefined;
  for (const member in record) {
    if (known.has(member)) continue;
    added ??= {};
    added[member] = Reflect.get(record, member);
  }
  return added;
}

/** The members of an issue that answers are written from, one by one. */
export const issueMembers: ReadonlySet<string> = new Set([
  'id',
  'projectId',
  'issueNumber',
  'title',
  'description',
  'status',
  'priority',
  'labels',
  'assignees',
  'reporterName',
  'assigneeName',
  'pageUrl',
  'browserInfo',
  'osInfo',
  'viewportSize',
  'metadataSummary',
  'jsErrorCount',
  'createdAt',
  'updatedAt',
  'comments',
  'consoleLogs',
  'networkLogs',
  'screenshots',
  'techContext',
  'userActions',
]);
