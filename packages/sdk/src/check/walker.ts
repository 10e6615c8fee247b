import { isObject, isSegment, isWireInteger } from './scalars.ts';
import type { ObjectShape, Shape } from './shape.ts';

/** Something in an answer that version 1 doesn't know, before it is known in which answer. */
export interface Finding {
  readonly kind: 'unknown-field' | 'unknown-value';
  /** Where, with `[]` for any entry of a list: `data[].status`. */
  readonly path: string;
  /** The unknown value of an enumeration. */
  readonly value?: string;
}

/** Told what a walk finds. */
export type Found = (finding: Finding) => void;

/** Says whether a value has a shape; with `found` it also tells every unknown field and enumeration value. */
export type Walker = (value: unknown, found?: Found) => boolean;

const walkers = new WeakMap<Shape, Walker>();

/**
 * The walker of a shape, made once: a tree of small functions, so that a page of 100 issues is checked in some
 * microseconds, also where making code at run time is forbidden.
 */
export function walkerFor(shape: Shape): Walker {
  let walker = walkers.get(shape);
  if (!walker) {
    walker = makeWalker(shape, '');
    walkers.set(shape, walker);
  }
  return walker;
}

function makeWalker(shape: Shape, path: string): Walker {
  switch (shape.kind) {
    case 'text':
      return shape.known ? openEnumWalker(new Set(shape.known), path) : (value) => typeof value === 'string';
    case 'pattern': {
      const pattern = new RegExp(shape.pattern);
      return (value) => typeof value === 'string' && pattern.test(value);
    }
    case 'one-of': {
      const values = new Set<unknown>(shape.values);
      return (value) => values.has(value);
    }
    case 'digits':
      return (value) => isWireInteger(value, shape.max);
    case 'segment':
      return isSegment;
    case 'integer':
      return (value) => Number.isSafeInteger(value) && Number(value) >= shape.min;
    case 'number':
      return Number.isFinite;
    case 'list': {
      const walk = makeWalker(shape.of, `${path}[]`);
      return (value, found) => {
        if (!Array.isArray(value)) return false;
        for (const entry of value) if (!walk(entry, found)) return false;
        return true;
      };
    }
    case 'map': {
      const walk = makeWalker(shape.of, `${path}.*`);
      return (value, found) => isObject(value) && Object.values(value).every((member) => walk(member, found));
    }
    case 'optional':
    case 'nullable': {
      const walk = makeWalker(shape.of, path);
      const absent = shape.kind === 'optional' ? undefined : null;
      return (value, found) => value === absent || walk(value, found);
    }
    case 'object':
      return objectWalker(shape, path && `${path}.`);
  }
}

function openEnumWalker(known: ReadonlySet<string>, path: string): Walker {
  return (value, found) => {
    if (typeof value !== 'string') return false;
    if (found && !known.has(value)) found({ kind: 'unknown-value', path, value });
    return true;
  };
}

interface Member {
  readonly name: string;
  readonly walk: Walker;
  readonly required: boolean;
}

function objectWalker({ members, exact }: ObjectShape, under: string): Walker {
  const known = new Map<string, Member>();
  let allRequired = 0;
  for (const [name, shape] of Object.entries(members)) {
    const required = shape.kind !== 'optional';
    if (required) allRequired++;
    known.set(name, { name, walk: makeWalker(shape, under + name), required });
  }
  /** The members of the last object in its order: the next one of a list mostly has the same. */
  const lastOrder: Member[] = [];
  return (value, found) => {
    if (!isObject(value)) return false;
    let missing = allRequired;
    let place = 0;
    // Over the members that are there, not those that should be: engines read an object fastest in its own order.
    for (const name in value) {
      let member = lastOrder[place];
      if (member?.name !== name) {
        member = known.get(name);
        if (member) lastOrder[place] = member;
      }
      place++;
      if (member) {
        if (!member.walk(value[name], found)) return false;
        if (member.required) missing--;
      } else if (exact) {
        return false;
      } else if (found) {
        found({ kind: 'unknown-field', path: under + name });
      }
    }
    return missing === 0;
  };
}
