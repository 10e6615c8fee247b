import type { ErrorDetail, Schema } from '@issue-tracking/model';
import type * as z from 'zod/mini';
import { compile } from '#compile';

const checkers = new WeakMap<Schema, Schema>();

/** The schema to check with: itself the first time, compiled from the second on, when compiling begins to pay. */
function checkerOf<Output>(schema: Schema<Output>): Schema<Output> {
  const known = checkers.get(schema);
  if (!known) {
    checkers.set(schema, schema);
    return schema;
  }
  if (known === schema) checkers.set(schema, compile(schema));
  // What is kept for a schema yields what the schema does.
  return checkers.get(schema) as Schema<Output>;
}

/** What is wrong with a value, place by place and without quoting it; empty when nothing is. */
export function problemsOf(schema: Schema, value: unknown): ErrorDetail[] {
  const { error } = checkerOf(schema).safeParse(value);
  return error ? error.issues.flatMap((issue) => describe(issue, value)) : [];
}

type Issue = z.core.$ZodIssue;

function describe(issue: Issue, root: unknown): ErrorDetail[] {
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), message: 'is not a known member' }));
  }
  // A message of the model's own says more than the kind of issue does.
  if (issue.message !== 'Invalid input') return [{ field, message: issue.message }];
  if (issue.code !== 'invalid_type') return [{ field, message: 'is not of the form promised' }];
  const actual = typeName(issue.path.reduce<unknown>(memberOf, root));
  return [
    { field, message: actual === 'undefined' ? 'is missing' : `must be of type ${issue.expected}, not ${actual}` },
  ];
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  return (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
