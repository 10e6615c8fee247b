import { enumeratedValues } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { jsonForms } from './schemas.ts';

/** JSON Schema of a value. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Returns the JSON Schema of a schema. What must agree across members, only the mock checks.
 *
 * @param complete Adds to the JSON Schema of a schema inside it.
 */
export function jsonSchema(
  schema: z.core.$ZodType,
  { target, io = 'input', complete }: { target?: 'draft-7'; io?: 'input' | 'output'; complete?: typeof override } = {},
): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    ...(target && { target }),
    io,
    metadata: jsonForms,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: made }) {
      override(zodSchema, made);
      complete?.(zodSchema, made);
    },
  });
  return rest;
}

function override(schema: z.core.$ZodType, made: JsonSchema): void {
  const values = enumeratedValues(schema);
  if (values) made.enum = [...values];
  // No limit of the mock: the largest number that JavaScript holds exactly.
  if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
  if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
}
