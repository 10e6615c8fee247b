import { dateTime, type ErrorDetail, isDispensable, openEnumerations, timestamp } from '@issue-tracking/model';
import * as z from 'zod/mini';
import type { Drift } from '../hooks.ts';

/** How a value is compared with a schema. */
export interface Comparison {
  /** Whether what a client could work with is wrong too, unknown fields of a response apart. */
  readonly strict: boolean;
  /** Told what differs and can be worked with, once for each place; left out where nobody wants to know. */
  readonly onDrift?: ((drift: Omit<Drift, 'endpoint'>) => void) | undefined;
}

/** After this number of problems the rest of a value isn't looked at, and after as much drift no more is told. */
const mostFindings = 100;

/**
 * What is wrong with a value: at most 100 places, each with what would be right. Whether somebody listens to drift
 * changes nothing about it.
 */
export function problemsOf(schema: z.core.$ZodType, value: unknown, comparison: Comparison): ErrorDetail[] {
  const comparer = new Comparer(comparison);
  comparer.compare(schema, value);
  return comparer.problems;
}

/**
 * Walks through a schema and a value together. zod itself would collect everything it finds in a body of any size before
 * it could be stopped, and knows no difference that a client can work with.
 */
class Comparer {
  readonly problems: ErrorDetail[] = [];
  readonly #comparison: Comparison;
  readonly #path: (string | number)[] = [];
  readonly #told = new Set<string>();

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
  }

  compare(schema: z.core.$ZodType, value: unknown): void {
    const { def } = definitionOf(schema);
    if (value === undefined || value === null) this.#compareAbsent(schema, value);
    else if (def.type === 'optional' || def.type === 'nullable') this.compare(def.innerType, value);
    else if (def.type === 'array') this.#compareList(def, value);
    else if (def.type === 'object') this.#compareObject(def, value);
    else this.#compareScalar(schema, value);
  }

  #compareScalar(schema: z.core.$ZodType, value: unknown): void {
    const known = openEnumerations.get(schema);
    if (known && typeof value === 'string') {
      if (!known.includes(value)) this.#differs('unknown-value', () => 'has a value outside its enumeration', value);
    } else if (!z.validate(schema, value)) {
      const problem = () => problemOf(schema, value);
      if (schema === timestamp && z.validate(anyPrecision, value)) this.#differs('unknown-value', problem);
      else this.#isWrong(problem());
    }
  }

  /** A member that no method needs may be `null` or missing; one that may be missing may also be `null` (GAP-40). */
  #compareAbsent(schema: z.core.$ZodType, value: null | undefined): void {
    const { type } = definitionOf(schema).def;
    if (type === (value === null ? 'nullable' : 'optional')) return;
    if (value === null) {
      const problem = () => problemOf(schema, null);
      if (type === 'optional' || isDispensable(schema) || openEnumerations.has(schema)) {
        this.#differs('null-value', problem);
      } else this.#isWrong(problem());
    } else if (isDispensable(schema)) this.#differs('missing-field', () => isMissing);
    else this.#isWrong(this.#path.length > 0 ? isMissing : problemOf(schema, value));
  }

  #compareList({ element }: z.core.$ZodArrayDef, list: unknown): void {
    if (!Array.isArray(list)) {
      this.#isWrong(mustBeList);
      return;
    }
    for (let index = 0; index < list.length && this.#goesOn; index++) {
      this.#path.push(index);
      this.compare(element, list[index]);
      this.#path.pop();
    }
  }

  #compareObject({ shape, catchall }: z.core.$ZodObjectDef, object: unknown): void {
    if (!isObject(object)) {
      this.#isWrong(mustBeObject);
      return;
    }
    for (const [name, member] of Object.entries(shape)) {
      this.#path.push(name);
      this.compare(member, object[name]);
      this.#path.pop();
    }
    // `string`: a map, whose members have any name; `never`: a request, in which an unknown member is wrong.
    const others = catchall && definitionOf(catchall).def.type;
    const isClosed = others === 'string' || others === 'never';
    if (!catchall || !(isClosed || this.#listens)) return;
    for (const name of Object.keys(object)) {
      if (!(this.#goesOn && (isClosed || this.#listens))) return;
      if (Object.hasOwn(shape, name)) continue;
      this.#path.push(name);
      if (others === 'string') this.compare(catchall, object[name]);
      else if (others === 'never') this.#isWrong(isUnknown);
      else this.#tell('unknown-field');
      this.#path.pop();
    }
  }

  get #goesOn(): boolean {
    return this.problems.length < mostFindings;
  }

  get #listens(): boolean {
    return this.#comparison.onDrift !== undefined && this.#told.size < mostFindings;
  }

  #isWrong(message: string): void {
    if (this.#goesOn) this.problems.push({ field: this.#path.join('.'), message });
  }

  /** A difference that a client can work with. */
  #differs(kind: Drift['kind'], problem: () => string, value?: string): void {
    this.#tell(kind, value);
    if (this.#comparison.strict) this.#isWrong(problem());
  }

  #tell(kind: Drift['kind'], value?: string): void {
    if (!this.#listens) return;
    let path = '';
    for (const key of this.#path) path += typeof key === 'number' ? '[]' : `${path && '.'}${key}`;
    const finding = `${kind} ${path} ${value}`;
    if (this.#told.has(finding)) return;
    this.#told.add(finding);
    this.#comparison.onDrift?.({ kind, path, ...(value !== undefined && { value }) });
  }
}

/** Every schema of the model is one of zod's own classes, of which this is the union. */
function definitionOf(schema: z.core.$ZodType): z.core.$ZodTypes['_zod'] {
  return (schema as z.core.$ZodTypes)._zod;
}

const anyPrecision = /* @__PURE__ */ dateTime(null);

const isMissing = 'is missing';
const isUnknown = 'is not a known member';
const mustBeList = 'must be a list';
const mustBeObject = 'must be an object';
const expectations: Readonly<Record<string, string>> = {
  string: 'must be a string',
  number: 'must be a number',
  array: mustBeList,
  object: mustBeObject,
};

/** What to say of a value that a schema refuses, where the schema has no message of its own. */
function expectation(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === 'invalid_type' ? expectations[issue.expected] : undefined;
}

function problemOf(schema: z.core.$ZodType, value: unknown): string {
  return z.safeParse(schema, value, { error: expectation }).error?.issues[0]?.message ?? '';
}

/** Whether a value is an object with members, not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
