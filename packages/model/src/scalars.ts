import * as z from 'zod/mini';
import { isPathSegment, isTimestamp, isUuid, isWireInteger, mustBeOneOf } from './wire-text.ts';

/** A schema, named by its output so that hovers show `Schema<Issue>` and not its parts. */
export type Schema<Output = unknown> = z.ZodMiniType<Output>;

/** The members of a schema of an interface: one for each of its members, so that neither can have one alone. */
export type ShapeOf<Type> = { readonly [Name in keyof Type]-?: Schema<Type[Name]> };

/** The named members of loose objects, all the way down: without the index signatures that let typos pass. */
export type Known<T> = T extends readonly (infer Entry)[]
  ? Known<Entry>[]
  : T extends object
    ? T extends Record<string, string>
      ? T
      : { [Key in keyof T as string extends Key ? never : Key]: Known<T[Key]> }
    : T;

const mustBeTimestamp = 'must be a UTC timestamp such as 2026-04-01T09:30:00.000Z';

// enforces GEN-4
/** A point in time: ISO 8601, UTC, milliseconds, trailing `Z`. */
export const timestamp: Schema<string> = z
  .string(mustBeTimestamp)
  // `z.iso.datetime` says nearly the same, in ten times the bytes.
  .check(z.refine(isTimestamp, { error: mustBeTimestamp }));

// RES-1
/** The identifier of an organization: a uuid of any version. */
export const uuid: Schema<string> = z.string('must be a uuid').check(z.refine(isUuid, { error: 'must be a uuid' }));

/** The known values of each response field that is open at run time; the SDK reads it to recognize drift. */
export const openEnumerations: WeakMap<object, readonly string[]> = new WeakMap();

// VER-2
/**
 * Returns the schema of a response field that is typed as the closed union of v1 and accepts unknown values: a new value
 * must not break a client.
 */
// enforces VER-2
export function openEnum<const Value extends string>(values: readonly Value[]): Schema<Value> {
  const schema = z.string();
  openEnumerations.set(schema, values);
  // v1 promises the type; the schema doesn't check it.
  return schema as unknown as Schema<Value>;
}

const nonEssentials = new WeakSet<object>();

/**
 * Marks a response field that v1 promises and no method of the SDK needs. If the service leaves it out or sends `null`,
 * the SDK passes that on and reports it as drift.
 */
export function nonEssential<Member extends z.core.$ZodType>(schema: Member): Member {
  nonEssentials.add(schema);
  return schema;
}

/** Whether a response field was marked by {@link nonEssential}. */
export function isNonEssential(schema: object): boolean {
  return nonEssentials.has(schema);
}

/** The range of each whole number in a response, a path or a query; the OpenAPI document reads it. */
export const wholeNumbers: WeakMap<object, { readonly minimum: number; readonly maximum?: number }> = new WeakMap();

/** Returns the schema of a response field that is a whole number from `min` and has lost no digits. */
export function wholeNumber(min: number): z.ZodMiniNumber<number> {
  const error = `must be a whole number from ${min}`;
  // `z.int` says the same, but every page would have to load it.
  const schema = z.number(error).check(z.refine((value) => Number.isSafeInteger(value) && value >= min, { error }));
  wholeNumbers.set(schema, { minimum: min });
  return schema;
}

// EP-10
/**
 * Returns the schema of a request field that takes exactly these values.
 *
 * @param problemOf Returns the error for a value. By default it names the values.
 */
export function exactEnum<const Value extends string>(
  values: readonly Value[],
  problemOf: (input: unknown) => string = () => mustBeOneOf(values),
): Schema<Value> {
  const error = ({ input }: { readonly input?: unknown }) => problemOf(input);
  // `z.enum` says the same, but every page would have to load it.
  const schema = z.string({ error }).check(z.refine((text) => values.some((value) => value === text), { error }));
  exactEnumerations.set(schema, values);
  // The check leaves no other text.
  return schema as unknown as Schema<Value>;
}

const exactEnumerations = new WeakMap<object, readonly string[]>();

/** Returns the values of an enumeration, for a JSON Schema: those that an open one knows, or all of an exact one. */
export function enumeratedValues(schema: object): readonly string[] | undefined {
  return openEnumerations.get(schema) ?? exactEnumerations.get(schema);
}

// GAP-31, GAP-47, GAP-61
/** Returns the schema of a whole number in a path or query, with an error that names the range. */
export function wireInteger(max: number = Number.MAX_SAFE_INTEGER): Schema<string> {
  const upTo = max === Number.MAX_SAFE_INTEGER ? 'a whole number from 1' : `a whole number from 1 to ${max}`;
  const schema = z.string().check(z.refine((text) => isWireInteger(text, max), { error: `must be ${upTo}` }));
  wholeNumbers.set(schema, { minimum: 1, maximum: max });
  return schema;
}

/** A path parameter that is an identifier: one segment that cannot leave its folder, in text that can be encoded. */
export const pathSegment: Schema<string> = z.string('must be a string').check(
  z.refine(isPathSegment, {
    error: 'must be a non-empty identifier without "." or ".." between slashes, in well-formed Unicode',
  }),
);
