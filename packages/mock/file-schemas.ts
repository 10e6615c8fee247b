import type * as z from 'zod/mini';
import { behaviorOptions } from './src/behavior/behavior-options.ts';
import { optionsFile } from './src/command/options-file.ts';
import { savedState } from './src/mock/world-file.ts';
import { type JsonSchema, jsonSchema } from './src/platform/input/json-schema.ts';
import { jsonForms } from './src/platform/input/schemas.ts';
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
    then: withState(pulledWorldSchema),
    else: withState(worldSchema),
  };
}

/** Returns the schema of records with the other members of a state. */
function withState(records: z.core.$ZodType): JsonSchema {
  const { properties, ...rest } = draft7(records);
  const { settings, ...state } = draft7(savedState).properties ?? {};
  const behavior = { type: 'object', properties: behaviorProperties(), additionalProperties: false };
  // JSON Schema's members are schemas, or true.
  const { properties: members, ...object } = settings as JsonSchema;
  return {
    ...rest,
    properties: { ...properties, ...state, settings: { ...object, properties: { ...members, behavior } } },
  } as JsonSchema;
}

/** JSON Schema of an options file; what must agree across the members of a fault, only the mock checks. */
export function optionsFileSchema(): object {
  const { properties, ...rest } = draft7(optionsFile);
  return {
    ...draft,
    title: 'Options file of the Issue Tracking mock',
    ...rest,
    properties: {
      ...properties,
      world: { $ref: './world.schema.json' },
      behavior: { type: 'object', properties: behaviorProperties(), additionalProperties: false },
    },
  };
}

function behaviorProperties(): object {
  const properties = Object.entries(behaviorOptions).map(([name, { description, choices, schema }]) => [
    name,
    { description, ...draft7(schema), default: choices[0] },
  ]);
  return Object.fromEntries(properties);
}

function draft7(schema: z.core.$ZodType): JsonSchema {
  return jsonSchema(schema, { target: 'draft-7', complete: leaveOutFunctions });
}

/** JSON has no functions, and no clocks. */
function leaveOutFunctions({ _zod: { def } }: z.core.$ZodTypes, made: JsonSchema): void {
  if (def.type !== 'object') return;
  for (const [member, schema] of Object.entries(def.shape)) if (!hasJsonForm(schema)) delete made.properties?.[member];
}

/** Whether JSON can have a value of a schema: one that is a function of the value needs a form in `jsonForms`. */
function hasJsonForm(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod;
  if (def.type === 'optional' || def.type === 'nullable')
    return hasJsonForm((schema as z.ZodMiniOptional | z.ZodMiniNullable).def.innerType);
  return def.type !== 'custom' || jsonForms.has(schema);
}
