import * as z from 'zod/mini';
import { jsonForms } from './schemas.ts';

/** JSON Schema of a value. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

type Complete = (schema: z.core.$ZodTypes, made: JsonSchema) => void;

/**
 * Returns the JSON Schema of a schema. Only the mock checks conditions across members.
 *
 * @param complete Adds to the JSON Schema of a schema inside it.
 */
export function jsonSchema(
  schema: z.core.$ZodType,
  { target, io = 'input', complete }: { target?: 'draft-7'; io?: 'input' | 'output'; complete?: Complete } = {},
): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    ...(target && { target }),
    io,
    metadata: jsonForms,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: made }) {
      // No limit of the mock: the largest numbers that JavaScript holds exactly.
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
      complete?.(zodSchema, made);
    },
  });
  return rest;
}
