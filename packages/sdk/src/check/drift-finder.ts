import { openEnumerations, type Schema } from '@issue-tracking/model';
import type * as z from 'zod/mini';

/** What differs from version 1, before it is known in which answer. */
export interface Finding {
  readonly kind: 'unknown-field' | 'unknown-value';
  /** Where, with `[]` for any entry of a list: `data[].status`. */
  readonly path: string;
  /** The unknown value of an enumeration. */
  readonly value?: string;
}

/** Walks a value that has passed its schema and tells every unknown field and unknown enumeration value. */
export type DriftFinder = (value: unknown, found: (finding: Finding) => void) => void;

const finders = new WeakMap<Schema, DriftFinder>();
const nothingToFind: DriftFinder = () => {};

/**
 * The finder of a response schema, made once. It is a tree of small functions that goes only where something can be
 * found, so that a page of 100 issues costs some microseconds.
 */
export function driftFinderFor(schema: Schema): DriftFinder {
  let finder = finders.get(schema);
  if (!finder) {
    finder = finderFor(schema, '') ?? nothingToFind;
    finders.set(schema, finder);
  }
  return finder;
}

function finderFor(schema: z.core.$ZodType, path: string): DriftFinder | undefined {
  const known = openEnumerations.get(schema)?.values;
  if (known) return valueFinder(new Set(known), path);
  // The schemas of the model are zod's own classes, which zod types as this union.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return objectFinder(def.shape, path);
    case 'array':
      return listFinder(finderFor(def.element, `${path}[]`));
    case 'optional':
    case 'nullable':
      return optionalFinder(finderFor(def.innerType, path));
    default:
      return undefined;
  }
}

function valueFinder(known: ReadonlySet<unknown>, path: string): DriftFinder {
  return (value, found) => {
    if (!known.has(value)) found({ kind: 'unknown-value', path, value: String(value) });
  };
}

function listFinder(finder: DriftFinder | undefined): DriftFinder | undefined {
  return (
    finder &&
    ((value, found) => {
      for (const entry of value as unknown[]) finder(entry, found);
    })
  );
}

function optionalFinder(finder: DriftFinder | undefined): DriftFinder | undefined {
  return (
    finder &&
    ((value, found) => {
      if (value !== undefined && value !== null) finder(value, found);
    })
  );
}

function objectFinder(shape: Readonly<z.core.$ZodShape>, path: string): DriftFinder {
  const under = path && `${path}.`;
  const known: Record<string, true> = Object.create(null);
  const members: [string, DriftFinder][] = [];
  for (const [name, schema] of Object.entries(shape)) {
    known[name] = true;
    const finder = finderFor(schema, under + name);
    if (finder) members.push([name, finder]);
  }
  return (value, found) => {
    // It has passed its schema, so it is an object.
    const object = value as Record<string, unknown>;
    for (const name in object) {
      if (!(name in known)) found({ kind: 'unknown-field', path: under + name });
    }
    for (const [name, find] of members) find(object[name], found);
  };
}
