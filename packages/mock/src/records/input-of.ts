import { exactEnum, openEnumerations } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { name, number, object, text } from '../platform/input/schemas.ts';

/** The schemas of members, by their names. */
export type Shape = Readonly<Record<string, z.ZodMiniType>>;

/** Returns the members of a schema of the model as those of an input. An `id` must not be empty. */
export function membersOf(schema: z.core.$ZodType): Record<string, z.ZodMiniType> {
  const { shape } = (schema as z.ZodMiniObject).def;
  return Object.fromEntries(Object.entries(shape).map(([key, each]) => [key, key === 'id' ? name : inputOf(each)]));
}

/** Returns a schema of the model as that of an input: exact values, and no other members. */
function inputOf(schema: z.core.$ZodType): z.ZodMiniType {
  // Every schema of the model is one of zod's own classes, of which this is the union.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const values = openEnumerations.get(schema);
  if (values) return exactEnum(values);
  if (def.type === 'optional') return z.optional(inputOf(def.innerType));
  if (def.type === 'nullable') return z.nullable(inputOf(def.innerType));
  if (def.type === 'array') return z.array(inputOf(def.element), 'must be an array');
  if (def.type === 'object') {
    if (Object.keys(def.shape).length > 0) return object(membersOf(schema));
    return z.record(z.string(), def.catchall ? inputOf(def.catchall) : z.unknown(), 'must be an object');
  }
  // The model's own checks have messages.
  if (!def.checks?.length && def.type === 'string') return text;
  if (!def.checks?.length && def.type === 'number') return number;
  return schema as z.ZodMiniType;
}

/** Returns the schema of an object whose members may be left out, but for the required ones. */
export function partial(shape: Shape, required: readonly string[] = []) {
  const members = Object.entries(shape).map(([key, each]) => [key, required.includes(key) ? each : z.optional(each)]);
  return object(Object.fromEntries(members) as Record<string, z.ZodMiniType>);
}
