import type * as z from 'zod/mini';
import { behaviorOptions } from './src/behavior/behavior-options.ts';
import { jsonSchema } from './src/platform/input/json-schema.ts';
import { formatVersion } from './src/records/file-format.ts';
import { pulledWorldSchema, worldSchema } from './src/records/world-schema.ts';

/** The draft that editors know best. */
const draft = { $schema: 'http://json-schema.org/draft-07/schema#' };

/** JSON Schema of a world file; what must agree across its members, such as slugs, only the mock checks. */
export function worldFileSchema(): object {
  return {
    ...draft,
    title: 'World file of the Issue Tracking mock',
    if: { type: 'object', required: ['form'] },
    // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's.
    then: draft7(pulledWorldSchema),
    else: draft7(worldSchema),
  };
}

/** JSON Schema of a behavior file: an object of behavior options, or what `issue-tracking compare --behavior` writes, which has one. */
export function behaviorFileSchema(): object {
  const properties = Object.fromEntries(
    Object.entries(behaviorOptions).map(([name, { description, choices, schema }]) => [
      name,
      { description, ...draft7(schema), default: choices[0] },
    ]),
  );
  return {
    ...draft,
    title: 'Behavior file of the Issue Tracking mock',
    if: { type: 'object', required: ['behavior'], properties: { behavior: { type: 'object' } } },
    // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's.
    then: { properties: { behavior: { type: 'object', properties, additionalProperties: false } } },
    else: {
      type: 'object',
      properties: { $schema: {}, formatVersion: { type: 'integer', maximum: formatVersion }, ...properties },
      additionalProperties: false,
    },
  };
}

function draft7(schema: z.core.$ZodType): object {
  return jsonSchema(schema, { target: 'draft-7' });
}
