import { absentMembers } from '@issue-tracking/model';
import type { Behavior } from '../behavior/behavior.ts';
import { encoded, type Json, json } from '../platform/http/json.ts';
import { members } from '../records/members.ts';
import type { IssueRecord, ProjectRecord } from '../records/records.ts';

const mayBeAbsent = absentMembers();

// GAP-40
/** Returns JSON with missing values as the behavior option `absentValues` writes them. Lists stay lists. */
export function jsonAs<T>(choice: Behavior['absentValues'], value: T): Json<T> {
  if (choice === 'empty') return json(value);
  const absent = choice === 'null' ? null : undefined;
  const written = JSON.stringify(value, (member, held) => (mayBeAbsent.has(member) && isEmpty(held) ? absent : held));
  // The cast is needed because the response differs from v1 with this choice.
  return encoded(written) as Json<T>;
}

/** Whether a value is missing. The browser `{name: '', version: ''}` counts as missing. */
function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === '' || value === null;
  return Object.values(value).every(isEmpty);
}

/** Returns members of a record that neither v1 nor the mock defines (VER-2). */
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
/** Returns a pulled record with the members of the service's response and their present values; other records unchanged. */
export function withPulledMembers<T extends object>(
  fields: T,
  record: Pick<IssueRecord | ProjectRecord, 'shows'>,
  where: 'list' | 'detail' = 'detail',
): T {
  const { shows } = record;
  if (shows === undefined) return fields;
  const names = 'list' in shows ? shows[where] : shows;
  const value = (name: string) => Reflect.get(name in fields ? fields : record, name);
  // The cast is needed because pulled records may differ from v1.
  return Object.fromEntries(names.map((name) => [name, value(name)])) as T;
}

// GAP-40
/** Returns how missing values of a record are written. Missing values of pulled records stay as the service wrote them. */
export function absentValuesOf(
  { absentValues }: Behavior,
  record: Pick<IssueRecord | ProjectRecord, 'shows'>,
): Behavior['absentValues'] {
  return record.shows === undefined ? absentValues : 'empty';
}

/** Members of an issue record that responses use. */
export const issueMembers: ReadonlySet<string> = new Set([...Object.keys(members.issues), 'metadataSummary', 'shows']);
