import { type ErrorDetail, isPathSegment, isWireInteger, mustBeOneOf } from '@issue-tracking/model';
import { isObject } from '../validation/is-object.ts';
import type { ObjectShape, Shape } from './shape.ts';

/** Something in an answer that version 1 doesn't know, before it is known in which answer. */
export interface Finding {
  readonly kind: 'unknown-field' | 'unknown-value';
  /** Where, with `[]` for any entry of a list: `data[].status`. */
  readonly path: string;
  /** The unknown value of an enumeration. */
  readonly value?: string;
}

/** Where a walk reports to. */
interface Report {
  /** Told every unknown field and enumeration value. */
  readonly found?: ((finding: Finding) => void) | undefined;
  /** Takes everything that is wrong. Without it nothing is spent on saying where. */
  readonly details?: ErrorDetail[] | undefined;
}

/** Says whether a value has a shape. `field` is where the value stands, if anyone is to know. */
export type Walker = (value: unknown, report: Report, field: string) => boolean;

const walkers = new WeakMap<Shape, Walker>();

/**
 * The walker of a shape, made once: a tree of small functions, which works also where making code at run
 * time is forbidden.
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
      return shape.known ? openEnumWalker(new Set(shape.known), path) : leaf(isText, 'must be a string');
    case 'pattern': {
      const pattern = new RegExp(shape.pattern);
      return leaf((value) => isText(value) && pattern.test(value), shape.message);
    }
    case 'one-of':
      return leaf((value) => isText(value) && shape.values.includes(value), mustBeOneOf(shape.values));
    case 'digits':
      return leaf((value) => isText(value) && isWireInteger(value, shape.max), shape.message);
    case 'segment':
      return leaf((value) => isText(value) && isPathSegment(value), shape.message);
    case 'integer':
      return leaf((value) => Number.isSafeInteger(value) && Number(value) >= shape.min, wholeFrom(shape.min));
    case 'number':
      return leaf(Number.isFinite, 'must be a number');
    case 'list':
      return entriesWalker(makeWalker(shape.of, `${path}[]`), Array.isArray, 'must be a list');
    case 'map':
      return entriesWalker(makeWalker(shape.of, `${path}.*`), isObject, 'must be an object');
    case 'optional':
    case 'nullable': {
      const walk = makeWalker(shape.of, path);
      const absent = shape.kind === 'optional' ? undefined : null;
      return (value, report, field) => value === absent || walk(value, report, field);
    }
    case 'object':
      return objectWalker(shape, path && `${path}.`);
  }
}

const wholeFrom = (min: number) => `must be a whole number from ${min}`;
const isText = (value: unknown): value is string => typeof value === 'string';

function refuse({ details }: Report, field: string, message: string): false {
  details?.push({ field, message });
  return false;
}

function leaf(test: (value: unknown) => boolean, message: string): Walker {
  return (value, report, field) => test(value) || refuse(report, field, value === undefined ? 'is missing' : message);
}

function openEnumWalker(known: ReadonlySet<string>, path: string): Walker {
  return (value, report, field) => {
    if (!isText(value)) return refuse(report, field, 'must be a string');
    if (report.found && !known.has(value)) report.found({ kind: 'unknown-value', path, value });
    return true;
  };
}

/** Of a list or a map, whose entries are all alike. */
function entriesWalker(walk: Walker, holds: (value: unknown) => boolean, message: string): Walker {
  return (value, report, field) => {
    if (!holds(value)) return refuse(report, field, message);
    let right = true;
    for (const [key, entry] of Object.entries(value as object)) {
      if (!walk(entry, report, report.details ? `${field}.${key}` : '')) right = false;
    }
    return right;
  };
}

function objectWalker({ members, exact }: ObjectShape, pathUnder: string): Walker {
  const known = new Map(Object.entries(members).map(([name, shape]) => [name, makeWalker(shape, pathUnder + name)]));
  const required = Object.keys(members).filter((name) => members[name]?.kind !== 'optional');
  return (value, report, field) => {
    if (!isObject(value)) return refuse(report, field, 'must be an object');
    const under = field && `${field}.`;
    let right = true;
    for (const name in value) {
      const walk = known.get(name);
      if (walk) {
        if (!walk(value[name], report, report.details ? under + name : '')) right = false;
      } else if (exact) {
        right = refuse(report, under + name, 'is not a known member');
      } else {
        report.found?.({ kind: 'unknown-field', path: pathUnder + name });
      }
    }
    for (const name of required) {
      if (!Object.hasOwn(value, name)) right = refuse(report, under + name, 'is missing');
    }
    return right;
  };
}
