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
 *
 * @param allowsUnknown Whether members that the schema of an open object doesn't name are allowed.
 */
export function* differences(
  schema: z.core.$ZodType,
  value: unknown,
  allowsUnknown = false,
  path: Difference['path'] = [],
): Generator<Difference, void> {
  const { def } = definitionOf(schema);
  if (def.type === 'optional' || def.type === 'nullable') {
    if (!matches(schema, value, allowsUnknown)) yield* differences(def.innerType, value, allowsUnknown, path);
  } else if (def.type === 'array' && Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      // Most entries match, and a check costs much less than a generator for each.
      if (matches(def.element, value[index], allowsUnknown)) continue;
      yield* differences(def.element, value[index], allowsUnknown, [...path, index]);
    }
  } else if (def.type === 'object' && isObject(value)) {
    for (const name in def.shape) {
      const member = def.shape[name] as z.core.$ZodType;
      if (matches(member, value[name], allowsUnknown)) continue;
      yield* differences(member, value[name], allowsUnknown, [...path, name]);
    }
    if (!limitsOthers(def, allowsUnknown)) return;
    for (const name in value) {
      if (isAllowed(def, name, value[name])) continue;
      if (isMap(def)) yield* differences(def.catchall, value[name], allowsUnknown, [...path, name]);
      else yield { kind: 'unknown-field', path: [...path, name], schema, value: value[name] };
    }
  } else if (!matches(schema, value, allowsUnknown)) yield { kind: kindOf(def.type, value), path, schema, value };
}

type Check = (value: unknown) => boolean;

/** Compiled checks: the first map for schemas without unknown members, the second with unknown members allowed. */
const checks = [new WeakMap<z.core.$ZodType, Check>(), new WeakMap<z.core.$ZodType, Check>()] as const;

/** Whether a value matches its schema. Unknown members are a mismatch unless they are allowed. */
function matches(schema: z.core.$ZodType, value: unknown, allowsUnknown: boolean): boolean {
  const made = checks[allowsUnknown ? 1 : 0];
  const check = made.get(schema) ?? checkOf(schema, allowsUnknown);
  made.set(schema, check);
  return check(value);
}

/**
 * Compiles a schema to one function. Reading the schema again for each entry of a list would take four times as long.
 */
function checkOf(schema: z.core.$ZodType, allowsUnknown: boolean): Check {
  const { def } = definitionOf(schema);
  if (def.type === 'unknown') return () => true;
  if (def.type === 'optional' || def.type === 'nullable') {
    const absent = def.type === 'optional' ? undefined : null;
    const inner = checkOf(def.innerType, allowsUnknown);
    return (value) => value === absent || inner(value);
  }
  if (def.type === 'array') {
    const entry = checkOf(def.element, allowsUnknown);
    return (value) => Array.isArray(value) && value.every((one) => entry(one));
  }
  if (def.type !== 'object') {
    const known = openEnumerations.get(schema);
    if (known) return (value) => known.includes(value as string);
    return checkOfLeaf(schema);
  }
  const members = Object.entries(def.shape).map(
    ([name, member]) => [name, checkOf(member as z.core.$ZodType, allowsUnknown)] as const,
  );
  const isOpen = !limitsOthers(def, allowsUnknown);
  return (value) => {
    if (!isObject(value)) return false;
    for (const [name, check] of members) if (!check(value[name])) return false;
    if (isOpen) return true;
    for (const name in value) if (!isAllowed(def, name, value[name])) return false;
    return true;
  };
}

/**
 * Compiles the schema of a single value. The model checks strings and numbers with functions, which are called
 * directly here: zod takes as long for one of them as for the rest of an entry.
 */
function checkOfLeaf(schema: z.core.$ZodType): Check {
  const { def } = definitionOf(schema);
  const tests = (def.checks ?? []).map(({ _zod }) => (_zod.def as Partial<z.core.$ZodCustomDef>).fn);
  if ((def.type === 'string' || def.type === 'number') && !tests.includes(undefined)) {
    const isOfType: Check = def.type === 'string' ? (value) => typeof value === 'string' : Number.isFinite;
    return (value) => isOfType(value) && tests.every((test) => test?.(value));
  }
  return (value) => z.safeParse(schema, value).success;
}

/** Whether members that an object's schema doesn't name must be checked. */
function limitsOthers({ catchall }: z.core.$ZodObjectDef, allowsUnknown: boolean): boolean {
  return catchall !== undefined && !(allowsUnknown && definitionOf(catchall).def.type === 'unknown');
}

/** Whether an object may have a member of this name. The value of a member that the schema names isn't checked here. */
function isAllowed(def: z.core.$ZodObjectDef, name: string, value: unknown): boolean {
  return Object.hasOwn(def.shape, name) || (isMap(def) && matches(def.catchall, value, false));
}

/** Whether an object is a map, whose members have any name and one type. */
function isMap(def: z.core.$ZodObjectDef): def is z.core.$ZodObjectDef & { catchall: z.core.$ZodType } {
  return def.catchall !== undefined && definitionOf(def.catchall).def.type === 'string';
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

/** Returns the first 100 differences between a value and its schema, as details of an error. */
export function detailsOf(schema: z.core.$ZodType, value: unknown, allowsUnknown = false): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  if (matches(schema, value, allowsUnknown)) return details;
  for (const difference of differences(schema, value, allowsUnknown)) {
    details.push({ field: difference.path.join('.'), message: messageOf(difference) });
    if (details.length === maxDetails) break;
  }
  return details;
}

/** The message for a member that the schema doesn't name. */
export const unknownField = 'is not a known member';

/** Returns what is wrong, as a message that follows the name of the place. */
export function messageOf({ kind, path, schema, value }: Difference): string {
  if (kind === 'unknown-field') return unknownField;
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
