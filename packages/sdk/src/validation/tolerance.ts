import {
  dateTime,
  type EndpointName,
  type ErrorDetail,
  isDispensable,
  openEnumerations,
  timestamp,
} from '@issue-tracking/model';
import * as z from 'zod/mini';

/** The schema of an answer, as strict as version 1 can be read: unknown fields and enumeration values are refused. */
export function closed(schema: z.core.$ZodType): z.core.$ZodType {
  return rebuilt(schema, {
    object: z.strictObject,
    part(part, original) {
      const known = openEnumerations.get(original);
      return known ? z.enum([...known], { error: outsideEnumeration }) : part;
    },
  });
}

/**
 * The schema of an answer, as tolerant as the client can work with: a member that no method needs may be `null` or
 * missing, as may one that is optional anyway, and a timestamp may have another precision.
 */
export function tolerant(schema: z.core.$ZodType): z.core.$ZodType {
  return rebuilt(schema, {
    object: z.looseObject,
    part(part, original) {
      if (original === timestamp) return dateTime(null);
      const mayBeAbsent = isDispensable(original) || original._zod.def.type === 'optional';
      return mayBeAbsent ? z.optional(z.nullable(part)) : part;
    },
  });
}

function outsideEnumeration({ input }: { input?: unknown }): string {
  return typeof input === 'string' ? 'has a value outside its enumeration' : 'must be a string';
}

interface Change {
  /** Makes an object of its rebuilt members. */
  object(members: Record<string, z.core.$ZodType>): z.core.$ZodType;
  /** What takes the place of a part, whose own parts have been rebuilt. */
  part(part: z.core.$ZodType, original: z.core.$ZodType): z.core.$ZodType;
}

/** A schema made anew with each of its parts changed, from the leaves up. */
function rebuilt(original: z.core.$ZodType, change: Change): z.core.$ZodType {
  const inside = (schema: z.core.$ZodType) => rebuilt(schema, change);
  const remake = (): z.core.$ZodType => {
    // Every schema of the model is one of zod's own classes, of which this is the union.
    const { def } = (original as z.core.$ZodTypes)._zod;
    switch (def.type) {
      case 'object':
        // Its members have any name, and none is unknown.
        if (def.catchall?._zod.def.type === 'string') return original;
        return change.object(
          Object.fromEntries(Object.entries(def.shape).map(([name, member]) => [name, inside(member)])),
        );
      case 'array':
        return z.array(inside(def.element));
      case 'optional':
        return z.optional(inside(def.innerType));
      case 'nullable':
        return z.nullable(inside(def.innerType));
      default:
        return original;
    }
  };
  return change.part(remake(), original);
}

/** Makes a schema for each operation when it is first asked for: no program calls all operations. */
export function madeOnce(make: (name: EndpointName) => z.core.$ZodType): (name: EndpointName) => z.core.$ZodType {
  const made = new Map<EndpointName, z.core.$ZodType>();
  return (name) => {
    let schema = made.get(name);
    if (!schema) {
      schema = make(name);
      made.set(name, schema);
    }
    return schema;
  };
}

/** One place where a value is not what its schema says. */
export interface Difference {
  readonly kind: 'unknown-field' | 'unknown-value' | 'null-value' | 'missing-field';
  readonly path: readonly PropertyKey[];
  /** What would be right. */
  readonly message: string;
  /** The value, where an enumeration does not know it. */
  readonly value?: string;
}

/** Where a value differs from a schema: what zod found, in the words of this package. */
export function differences(schema: z.core.$ZodType, value: unknown): Difference[] {
  const result = z.safeParse(schema, value, inOurWords);
  return result.success ? [] : result.error.issues.flatMap(classify);
}

function classify(issue: z.core.$ZodIssue): Difference | Difference[] {
  const { path, message, input } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      kind: 'unknown-field',
      path: [...path, key],
      message: 'is not a known member',
    }));
  }
  if (input === undefined && path.length > 0) return { kind: 'missing-field', path, message: 'is missing' };
  if (input === null) return { kind: 'null-value', path, message };
  const isEnumeration = issue.code === 'invalid_value' && typeof input === 'string';
  return { kind: 'unknown-value', path, message, ...(isEnumeration && { value: input }) };
}

const expectations: Readonly<Record<string, string>> = {
  string: 'must be a string',
  number: 'must be a number',
  array: 'must be a list',
  object: 'must be an object',
};

/** What to say where the schema has no message of its own. */
function expectation(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === 'invalid_type' ? expectations[issue.expected] : undefined;
}

const inOurWords = { error: expectation, reportInput: true };

/** Differences as errors tell them, each with its place: `data.0.title`. */
export function detailsOf(differences: readonly Difference[]): ErrorDetail[] {
  return differences.map(({ path, message }) => ({ field: path.join('.'), message }));
}
