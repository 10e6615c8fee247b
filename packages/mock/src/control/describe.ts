import type * as z from 'zod/mini';
import { behaviorOptions } from '../behavior/behavior-options.ts';
import { faultSchema } from '../faults/fault.ts';
import { type JsonSchema, jsonSchema } from '../platform/input/json-schema.ts';
import { settingsChange } from '../settings/settings.ts';
import { type Effects, effectsOf } from './effects.ts';
import { methods } from './methods.ts';

/** A method in the list of methods, with JSON Schemas. */
export interface DescribedMethod extends Effects {
  readonly name: string;
  readonly summary: string;
  readonly input: JsonSchema;
  readonly result: JsonSchema;
}

/** All methods, with the schemas that several of them refer to. */
export interface DescribedMethods {
  readonly methods: readonly DescribedMethod[];
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

let described: DescribedMethods | undefined;

/** Returns all methods with the JSON Schema of their inputs and results. */
export function describeMethods(): DescribedMethods {
  described ??= describe();
  return described;
}

function describe(): DescribedMethods {
  const shared: Record<string, JsonSchema> = {};
  const all = Object.entries(methods).map(([name, { summary, input, result }]) => {
    const { $defs, ...shown } = jsonSchema(result, { io: 'output', complete });
    Object.assign(shared, $defs);
    return { name, summary, ...effectsOf(name), input: jsonSchema(input, { complete }), result: shown };
  });
  return { methods: all, $defs: shared };
}

/** Adds what zod can't know of schemas that are functions. */
function complete(schema: z.core.$ZodType, made: JsonSchema): void {
  const { behavior } = settingsChange.def.shape;
  if (schema === behavior.def.innerType) {
    const members = Object.entries(behaviorOptions).map(([name, option]) => [name, jsonSchema(option.schema)]);
    Object.assign(made, { type: 'object', properties: Object.fromEntries(members), additionalProperties: false });
  }
  if (schema === faultSchema.def.shape.times.def.innerType.def.innerType)
    Object.assign(made, { type: 'integer', minimum: 1 });
}
