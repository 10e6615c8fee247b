import type * as z from 'zod/mini';

type Check = (value: unknown) => boolean;

/** The parts that need zod and the model. The caller passes them, so that a bundle has neither of the two twice. */
export interface Leaves {
  /** The values of open enumerations, by their schemas. */
  readonly enumerations: WeakMap<object, readonly string[]>;
  /** Whether a value that has no members to look at matches its schema. */
  matches(schema: z.core.$ZodType, value: unknown): boolean;
}

const checks = new WeakMap<z.core.$ZodType, Check>();

/**
 * Whether a value matches its schema, without members that the schema doesn't name. Each schema is compiled to one function:
 * to read it again for each entry of a list takes ten times as long.
 */
export function matchesCompiled(schema: z.core.$ZodType, value: unknown, leaves: Leaves): boolean {
  const check = checks.get(schema) ?? checkOf(schema, leaves);
  checks.set(schema, check);
  return check(value);
}

function checkOf(schema: z.core.$ZodType, leaves: Leaves): Check {
  // Each schema of the model is of one of zod's classes.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'unknown') return () => true;
  if (def.type === 'optional' || def.type === 'nullable') {
    const absent = def.type === 'optional' ? undefined : null;
    const inner = checkOf(def.innerType, leaves);
    return (value) => value === absent || inner(value);
  }
  if (def.type === 'array') {
    const entry = checkOf(def.element, leaves);
    return (value) => Array.isArray(value) && value.every((one) => entry(one));
  }
  if (def.type === 'object') return checkOfObject(def, leaves);
  const known = leaves.enumerations.get(schema);
  return known ? (value) => known.includes(value as string) : checkOfLeaf(schema, leaves);
}

function checkOfObject({ shape, catchall }: z.core.$ZodObjectDef, leaves: Leaves): Check {
  const members = Object.entries(shape).map(
    ([name, member]) => [name, checkOf(member as z.core.$ZodType, leaves)] as const,
  );
  // A map has members of any name and one type.
  const isMap = catchall && (catchall as z.core.$ZodTypes)._zod.def.type === 'string';
  const other = isMap ? checkOf(catchall, leaves) : () => false;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const object = value as Record<string, unknown>;
    for (const [name, check] of members) if (!check(object[name])) return false;
    if (!catchall) return true;
    for (const name in object) if (!Object.hasOwn(shape, name) && !other(object[name])) return false;
    return true;
  };
}

/**
 * Compiles the schema of a single value. The model checks strings and numbers with functions, which are called directly
 * here: zod takes as long for one of them as for the rest of an entry.
 */
function checkOfLeaf(schema: z.core.$ZodType, leaves: Leaves): Check {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const tests = (def.checks ?? []).map(({ _zod }) => (_zod.def as Partial<z.core.$ZodCustomDef>).fn);
  if ((def.type === 'string' || def.type === 'number') && !tests.includes(undefined)) {
    const isOfType: Check = def.type === 'string' ? (value) => typeof value === 'string' : Number.isFinite;
    return (value) => isOfType(value) && tests.every((test) => test?.(value));
  }
  return (value) => leaves.matches(schema, value);
}
