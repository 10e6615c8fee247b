import { mustBeOneOf, openEnumerations, pathSegment, type Schema, wireIntegers } from '@issue-tracking/model';
import type * as z from 'zod/mini';
import type { Shape } from '../check/shape.ts';

/**
 * What a schema of the model says, as plain data.
 *
 * @throws Error for a schema that says something no shape can: then the shapes must learn it, or the client would let
 * through what the model refuses.
 */
export function shapeOf(schema: z.core.$ZodType): Shape {
  const known = openEnumerations.get(schema)?.values;
  if (known) return { kind: 'text', known };
  const integer = wireIntegers.get(schema);
  if (integer) return { kind: 'digits', max: integer.max, message: messageOf(schema) };
  if (schema === pathSegment) return { kind: 'segment', message: messageOf(schema) };
  // Every schema of the model is one of zod's own classes, of which this is the union.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return { kind: def.type, of: shapeOf(def.innerType) };
    case 'array':
      return { kind: 'list', of: shapeOf(def.element) };
    case 'record':
      return { kind: 'map', of: shapeOf(def.valueType) };
    case 'object': {
      const members = Object.fromEntries(Object.entries(def.shape).map(([name, member]) => [name, shapeOf(member)]));
      const exact = def.catchall?._zod.def.type === 'never';
      return { kind: 'object', members, ...(exact && { exact }) };
    }
    case 'enum':
      return enumShape(schema, def);
    case 'string':
      return stringShape(schema, def);
    case 'number':
      return numberShape(def);
    default:
      throw unsupported(def.type);
  }
}

function enumShape(schema: z.core.$ZodType, { entries }: z.core.$ZodEnumDef): Shape {
  const values = Object.values(entries).map(String);
  if (messageOf(schema) !== mustBeOneOf(values)) throw unsupported('enumeration with a message of its own');
  return { kind: 'one-of', values };
}

function stringShape(schema: z.core.$ZodType, def: z.core.$ZodStringDef): Shape {
  const { pattern } = def as Partial<z.core.$ZodStringFormatDef>;
  if (def.checks?.length) throw unsupported('string with checks');
  return pattern ? { kind: 'pattern', pattern: pattern.source, message: messageOf(schema) } : { kind: 'text' };
}

function numberShape(def: z.core.$ZodNumberDef): Shape {
  const { format } = def as Partial<z.core.$ZodNumberFormatDef>;
  const bounds = (def.checks ?? []).map((check) => check._zod.def as z.core.$ZodCheckGreaterThanDef);
  if (!format && bounds.length === 0) return { kind: 'number' };
  const [bound, ...more] = bounds;
  if (format !== 'safeint' || bound?.check !== 'greater_than' || more.length > 0) throw unsupported('number');
  return { kind: 'integer', min: Number(bound.value) + (bound.inclusive ? 0 : 1) };
}

/** The message a schema has for a text that is wrong. */
function messageOf(schema: z.core.$ZodType): string {
  const message = (schema as Schema).safeParse('').error?.issues[0]?.message;
  if (!message || message === 'Invalid input') throw unsupported('schema without a message');
  return message;
}

function unsupported(what: string): Error {
  return new Error(
    `The SDK has no shape for a ${what}. Teach it one in check/shape.ts, walker.ts and table/shape-of.ts.`,
  );
}
