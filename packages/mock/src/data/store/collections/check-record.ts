import type * as z from 'zod/mini';
import { InputError } from '../../../platform/input/input-error.ts';
import { problemsOf } from '../../../platform/input/problems.ts';
import { type RecordKind, type RecordsByKind, recordSchemas } from '../records.ts';

/** Returns a checked copy of a new record. @throws InputError for invalid members. */
export function checkNewRecord<K extends RecordKind>(kind: K, record: RecordsByKind[K]): RecordsByKind[K] {
  const { data, error } = recordSchemas[kind].safeParse(record);
  if (error) throw mismatch(kind, error, record);
  // zod copies only known members; the caller may still change objects in others.
  return structuredClone(data);
}

/** Returns the names of the members that a draft changes. @throws InputError for invalid ones. */
export function checkDraft<K extends RecordKind>(kind: K, before: RecordsByKind[K], draft: RecordsByKind[K]): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(draft)])];
  const members = names.filter((name) => asText(before, name) !== asText(draft, name));
  const { error } = recordSchemas[kind].safeParse(draft);
  // Unchanged members of a pulled record may stay invalid.
  const issues = error?.issues.filter(({ path: [member] }) => members.includes(String(member))) ?? [];
  if (error && issues.length > 0) throw mismatch(kind, { ...error, issues }, draft);
  return members;
}

/** Returns a copy of a record with these members of another version. */
export function withMembers<Type extends object>(record: Type, members: readonly string[], version: Type): Type {
  const next = { ...record };
  for (const member of members) {
    if (Object.hasOwn(version, member)) Reflect.set(next, member, Reflect.get(version, member));
    else Reflect.deleteProperty(next, member);
  }
  return next;
}

/** Returns a member as JSON, to compare values. */
function asText(record: object, member: string): string | undefined {
  return JSON.stringify(Reflect.get(record, member));
}

function mismatch(kind: RecordKind, error: z.core.$ZodError, value: unknown): InputError {
  const problems = problemsOf(error, value);
  const lines = problems.map(({ path, message }) => `- ${path}: ${message}`);
  return new InputError(`The record of ${kind} does not match the schema:\n${lines.join('\n')}`, problems);
}
