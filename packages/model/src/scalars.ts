import * as z from 'zod/mini';
import {
  isPathSegment,
  isTimestamp,
  isUuid,
  isWireInteger,
  mustBeOneOf,
  timestampPattern,
  uuidPattern,
} from './wire-text.ts';

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

/** Returns a schema whose rule is a function, which zod can't read, with its JSON Schema. */
function writtenAs<Written extends z.core.$ZodType>(form: object, schema: Written): Written {
  const copy = copyOf(schema);
  copy._zod.toJSONSchema = () => ({ ...form });
  return copy;
}

/** Returns an equal schema, without a parent, from which zod would take the JSON Schema. */
function copyOf<Copied extends z.core.$ZodType>(schema: Copied): Copied {
  return z.clone(schema, schema._zod.def as Copied['_zod']['def']);
}

const mustBeTimestamp = 'must be a UTC timestamp such as 2026-04-01T09:30:00.000Z';

// enforces GEN-4
/** A point in time: ISO 8601, UTC, milliseconds, trailing `Z`. */
export const timestamp: Schema<string> = writtenAs(
  { type: 'string', format: 'date-time', pattern: timestampPattern.source },
  // `z.iso.datetime` says nearly the same, in ten times the bytes.
  z.string(mustBeTimestamp).check(z.refine(isTimestamp, { error: mustBeTimestamp })),
);

// RES-1
/** The identifier of an organization: a uuid of any version. */
export const uuid: Schema<string> = writtenAs(
  { type: 'string', format: 'uuid', pattern: uuidPattern.source },
  z.string('must be a uuid').check(z.refine(isUuid, { error: 'must be a uuid' })),
);

/** The known values of each response field that is open at run time; the SDK reads it to recognize drift. */
export const openEnumerations: WeakMap<object, readonly string[]> = new WeakMap();

// VER-2
/**
 * Returns the schema of a response field that is typed as the closed union of v1 and accepts unknown values: a new value
 * must not break a client.
 */
// enforces VER-2
export function openEnum<const Value extends string>(values: readonly Value[]): Schema<Value> {
  const schema = writtenAs({ type: 'string', enum: values }, z.string());
  openEnumerations.set(schema, values);
  // v1 promises the type; the schema doesn't check it.
  return schema as unknown as Schema<Value>;
}

const nonEssentials = new WeakSet<object>();

/**
 * Returns the schema of a response field that v1 promises and no method of the SDK needs. If the service leaves it out or
 * sends `null`, the SDK passes that on and reports it as drift.
 */
export function nonEssential<Member extends z.core.$ZodType>(schema: Member): Member {
  // A copy: other fields may share the schema, such as every timestamp.
  const form = schema._zod.toJSONSchema?.() as object | undefined;
  const copy = form ? writtenAs(form, schema) : copyOf(schema);
  const values = openEnumerations.get(schema);
  if (values) openEnumerations.set(copy, values);
  nonEssentials.add(copy);
  return copy;
}

/** Whether a response field was marked by {@link nonEssential}. */
export function isNonEssential(schema: object): boolean {
  return nonEssentials.has(schema);
}

export function mustBeWholeNumber(min: number): string {
  return `must be a whole number from ${min}`;
}

/** Whether a value is a whole number from `min` that has lost no digits. */
export function isWholeNumber(value: unknown, min: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= min;
}

/** Returns the schema of a response field that is a whole number from `min` and has lost no digits. */
export function wholeNumber(min: number): z.ZodMiniNumber<number> {
  const error = mustBeWholeNumber(min);
  return writtenAs(
    { type: 'integer', minimum: min },
    // `z.int` says the same, but every page would have to load it.
    z.number(error).check(z.refine((value) => isWholeNumber(value, min), { error })),
  );
}

/** The problem of a text without a character. */
const emptyProblem = 'is empty';

/** Returns the schema of a text of a request that is not empty. */
export function nonEmptyText(): Schema<string> {
  // `z.minLength` says the same, but every page would have to load it.
  const schema = z.string('must be a string').check(z.refine((text) => text !== '', { error: emptyProblem }));
  return writtenAs({ type: 'string', minLength: 1 }, schema);
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
  // The check leaves no other text.
  return writtenAs({ type: 'string', enum: values }, schema) as unknown as Schema<Value>;
}

// GAP-31, GAP-47, GAP-61
/** Returns the schema of a whole number in a path or query, as a number or as its text, with an error that names the range. */
export function wireInteger(max?: number): Schema<number> {
  const error = `must be a whole number from 1${max === undefined ? '' : ` to ${max}`}`;
  const isOne = (value: unknown) =>
    (typeof value === 'string' || typeof value === 'number') &&
    isWireInteger(String(value), max ?? Number.MAX_SAFE_INTEGER);
  // `z.overwrite` says the same, but every page would have to load it.
  const schema = z.custom<number>(isOne, { error }).check((payload) => {
    payload.value = Number(payload.value);
  });
  return writtenAs({ type: 'integer', minimum: 1, ...(max && { maximum: max }) }, schema);
}

/**
 * Returns the schema of a path parameter that is an identifier: one segment that cannot leave its folder, in text that can be encoded.
 * Not one for all, because each has a description of its own.
 */
export function pathSegment(): Schema<string> {
  const mustBe = 'must be an identifier without "." or ".." between slashes, in well-formed Unicode';
  const error = ({ input }: { readonly input?: unknown }) => (input === '' ? emptyProblem : mustBe);
  return z.string('must be a string').check(z.refine(isPathSegment, { error }));
}
