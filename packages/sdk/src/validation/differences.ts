import { type ErrorDetail, openEnumerations } from '@issue-tracking/model';
import * as z from 'zod/mini';
import type { Drift } from '../hooks.ts';

/** A place where a value differs from its schema. */
export interface Difference {
  readonly kind: Drift['kind'];
  readonly path: readonly (string | number)[];
  readonly schema: z.core.$ZodType;
  readonly value: unknown;
}

/**
 * Yields the differences between a value and its schema one by one, so that the caller can stop early. zod would
 * first collect all issues of a body of any size.
 */
export function* differences(
  schema: z.core.$ZodType,
  value: unknown,
  path: Difference['path'] = [],
): Generator<Difference, void> {
  const { def } = definitionOf(schema);
  if (def.type === 'optional' || def.type === 'nullable') {
    const absent = def.type === 'optional' ? undefined : null;
    if (value !== absent) yield* differences(def.innerType, value, path);
  } else if (def.type === 'array' && Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      yield* differences(def.element, entry, [...path, index]);
    }
  } else if (def.type === 'object' && isObject(value)) {
    for (const [name, member] of Object.entries(def.shape)) {
      yield* differences(member as z.core.$ZodType, value[name], [...path, name]);
    }
    const { catchall } = def;
    if (!catchall) return;
    // A map has members of any name and one type.
    const isMap = definitionOf(catchall).def.type === 'string';
    for (const name in value) {
      if (Object.hasOwn(def.shape, name)) continue;
      const place = [...path, name];
      if (isMap) yield* differences(catchall, value[name], place);
      else yield { kind: 'unknown-field', path: place, schema, value: value[name] };
    }
  } else if (!matches(schema, value)) yield { kind: kindOf(def.type, value), path, schema, value };
}

/** Whether a value that has no members to look at matches its schema. */
function matches(schema: z.core.$ZodType, value: unknown): boolean {
  return openEnumerations.get(schema)?.includes(value as string) ?? z.safeParse(schema, value).success;
}

function kindOf(type: string, value: unknown): Drift['kind'] {
  if (value === undefined) return 'missing-field';
  if (value === null) return 'null-value';
  // For a list, `typeof` returns 'object' too.
  return type !== 'object' && typeof value === type ? 'unknown-value' : 'wrong-type';
}

/** Returns the definition of a schema, typed as the union of zod's classes: each schema of the model is one of them. */
function definitionOf(schema: z.core.$ZodType): z.core.$ZodTypes['_zod'] {
  return (schema as z.core.$ZodTypes)._zod;
}

/** Maximum number of differences that an error lists. */
const maxDetails = 100;

/** Returns the first 100 differences between a value and its schema, as details of an error. Unknown fields are no error. */
export function detailsOf(schema: z.core.$ZodType, value: unknown): ErrorDetail[] {
  const { error } = z.safeParse(schema, value, { error: expectation, reportInput: true });
  const issues = error?.issues.filter(({ code }) => code !== 'unrecognized_keys') ?? [];
  return issues.slice(0, maxDetails).map(({ path, message, input }) => ({
    field: path.join('.'),
    message: input === undefined && path.length > 0 ? 'is missing' : message,
  }));
}

/** Returns what is wrong, as a message that follows the name of the place. */
export function messageOf({ kind, path, schema, value }: Difference): string {
  if (kind === 'missing-field' && path.length > 0) return 'is missing';
  if (kind === 'unknown-value' && openEnumerations.has(schema)) return 'has a value outside its enumeration';
  return z.safeParse(schema, value, { error: expectation }).error?.issues[0]?.message ?? '';
}

const expectations: Readonly<Record<string, string>> = {
  string: 'must be a string',
  number: 'must be a number',
  array: 'must be a list',
  object: 'must be an object',
};

/** Returns the message for a value whose schema has no message of its own. */
function expectation(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === 'invalid_type' ? expectations[issue.expected] : undefined;
}

/** Whether a value is an object with members, not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
