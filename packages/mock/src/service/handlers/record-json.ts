import { absentMembers } from '@issue-tracking/model';
import { type IssueRecord, issueRecord, type ProjectRecord } from '../../data/store/records.ts';
import { encoded, type Json, json } from '../../platform/http/json.ts';
import type { Behavior } from '../behavior/behavior.ts';

const mayBeAbsent = absentMembers();

// GAP-40
/** JSON in which values that are not there are written as the behavior option says; a list of names stays a list. */
export function jsonAs<T>(choice: Behavior['absentValues'], value: T): Json<T> {
  if (choice === 'empty') return json(value);
  const absent = choice === 'null' ? null : undefined;
  const written = JSON.stringify(value, (member, held) => (mayBeAbsent.has(member) && isEmpty(held) ? absent : held));
  // With this choice, the service returns what the types don't know of.
  return encoded(written) as Json<T>;
}

/** Whether nothing is in it: `{name: '', version: ''}` is the browser of an issue without one. */
function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === '' || value === null;
  return Object.values(value).every(isEmpty);
}

/** Returns a record's members that neither v1 describes nor the mock has added (VER-2). */
export function addedMembers(record: object, known: ReadonlySet<string>): object | undefined {
  let added: Record<string, unknown> | undefined;
  for (const member in record) {
    if (known.has(member)) continue;
    added ??= {};
    added[member] = Reflect.get(record, member);
  }
  return added;
}

// GAP-19
/** How a pulled record is answered: with the members that the service wrote, and the values of now. Others are answered as told. */
export function asPulled<T extends object>(
  told: T,
  record: Pick<IssueRecord | ProjectRecord, 'shows'>,
  where: 'list' | 'detail' = 'detail',
): T {
  const { shows } = record;
  if (shows === undefined) return told;
  const names = 'list' in shows ? shows[where] : shows;
  const value = (name: string) => Reflect.get(name in told ? told : record, name);
  // Of a pulled record the types say what v1 promises.
  return Object.fromEntries(names.map((name) => [name, value(name)])) as T;
}

// GAP-40
/** How absent values are written: in a pulled record they are as the service wrote them. */
export function absentIn(
  { absentValues }: Behavior,
  record: Pick<IssueRecord | ProjectRecord, 'shows'>,
): Behavior['absentValues'] {
  return record.shows === undefined ? absentValues : 'empty';
}

/** The members of an issue that responses are written from, one by one. */
export const issueMembers: ReadonlySet<string> = new Set([
  ...Object.keys(issueRecord.def.shape),
  'metadataSummary',
  'shows',
]);
