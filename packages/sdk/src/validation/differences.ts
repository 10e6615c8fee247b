import type { ErrorDetail } from '@issue-tracking/model';
import * as z from 'zod/mini';

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
  const result = z.safeParse(schema, value, { error: expectation, reportInput: true });
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

/** Differences as errors tell them, each with its place: `data.0.title`. */
export function detailsOf(differences: readonly Difference[]): ErrorDetail[] {
  return differences.map(({ path, message }) => ({ field: path.join('.'), message }));
}
