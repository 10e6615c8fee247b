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

/** Where a record was copied from a service, the members that this wrote, in its order; a project has one list of them. */
interface Copied {
  readonly id: string;
  readonly shows?: { readonly list: readonly string[]; readonly detail: readonly string[] } | readonly string[];
}

// GAP-19
/** What a copied record is answered as: what the service wrote of it, with the values of now. Others are answered as told. */
export function asCopied<T extends object>(told: T, record: Copied, where: 'list' | 'detail' = 'detail'): T {
  const { shows } = record;
  if (shows === undefined) return told;
  const names = 'list' in shows ? shows[where] : shows;
  const value = (name: string) => Reflect.get(name in told ? told : record, name);
  // Of a copied record the types say what v1 promises.
  return Object.fromEntries(names.map((name) => [name, value(name)])) as T;
}

// GAP-40
/** How absent values are written: in a copied record they are as the service wrote them. */
export function absentIn({ absentValues }: Readings, record: Copied): Readings['absentValues'] {
  return record.shows === undefined ? absentValues : 'empty';
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
  'shows',
]);
