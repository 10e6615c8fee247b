import * as z from 'zod/mini';
import { isPathSegment, isWireInteger, mustBeOneOf } from './wire-text.ts';

/** A schema of ours, named by what it yields so that hovers show `Schema<Issue>` and not its parts. */
export type Schema<Output = unknown> = z.ZodMiniType<Output>;

/** What a type of ours knows of a loose object: its named members, without the index signature that lets typos pass. */
export type Known<T> = { [Key in keyof T as string extends Key ? never : Key]: T[Key] };

/** A point in time: ISO 8601, UTC, milliseconds, trailing `Z` (GEN-4). */
export const timestamp = z.iso.datetime({
  precision: 3,
  error: 'must be a UTC timestamp such as 2026-04-01T09:30:00.000Z',
});

/** The identifier of an organization: a uuid of any version (RES-1). */
export const uuid = z.guid('must be a uuid');

/** The known values of each response member that is open at run time; the SDK reads it to tell drift. */
export const openEnumerations = z.registry<{ values: readonly string[] }>();

/**
 * A response member typed as the closed union v1 promises, which lets an unknown value pass: adding one must not
 * break a client (VER-2).
 */
export function openEnum<const Value extends string>(values: readonly Value[]): Schema<Value> {
  const schema = z.string();
  openEnumerations.add(schema, { values });
  // The type is a promise of v1, not a check: see above.
  return schema as unknown as Schema<Value>;
}

/** A request member that takes exactly these values, with an error that names them (EP-10). */
export function exactEnum<const Value extends string>(values: readonly Value[]): Schema<Value> {
  return z.enum(values, { error: mustBeOneOf(values) });
}

/** The largest value of each whole number in a path or query; the OpenAPI document reads it. */
export const wireIntegers = z.registry<{ max: number }>();

/** A whole number as a path or query carries it (GAP-31), with an error that gives the range. */
export function wireInteger(max: number = Number.MAX_SAFE_INTEGER): Schema<string> {
  const upTo = max === Number.MAX_SAFE_INTEGER ? 'a whole number from 1' : `a whole number from 1 to ${max}`;
  const schema = z.string().check(z.refine((text) => isWireInteger(text, max), { error: `must be ${upTo}` }));
  wireIntegers.add(schema, { max });
  return schema;
}

/** A path parameter that is an identifier: one segment that cannot climb, and text that can be encoded. */
export const pathSegment: Schema<string> = z.string('must be a string').check(
  z.refine(isPathSegment, {
    error: 'must be a non-empty identifier other than "." and "..", in well-formed Unicode',
  }),
);
