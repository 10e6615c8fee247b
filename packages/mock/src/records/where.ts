import { Query } from '@msw/data';

/** A query of `@msw/data`: `(q) => q.where({ status: 'open' }).or({ status: 'blocked' })`. */
interface RecordQuery<Type> {
  where(condition: Condition<Type>): RecordQuery<Type>;
  and(...conditions: (RecordQuery<Type> | Condition<Type>)[]): RecordQuery<Type>;
  or(...conditions: (RecordQuery<Type> | Condition<Type>)[]): RecordQuery<Type>;
}
/** Values of members that are no lists, functions that test them, or a function of the record. */
type Condition<Type> =
  | ((record: Type) => unknown)
  | { [Key in keyof Type as NonNullable<Type[Key]> extends readonly unknown[] ? never : Key]?: unknown };

/** A value of which an object may lack members. */
type PartOf<Value> = Value extends readonly (infer Entry)[]
  ? readonly PartOf<Entry>[]
  : Value extends object
    ? { readonly [Key in keyof Value]?: PartOf<Value[Key]> }
    : Value;

/** Values of members, a function that tests a record, or a query. An object matches with the members that it has, a list as a whole. */
export type Where<Type> =
  | { readonly [Key in keyof Type]?: PartOf<Type[Key]> }
  // One type of function, so that TypeScript knows the type of its parameter.
  | ((recordOrQuery: Type & RecordQuery<Type>) => boolean | RecordQuery<Type>);

/** Throws for names and values of members that no record can have. */
type Check = (members: object) => void;

/**
 * Returns the records that meet a condition.
 *
 * @throws TypeError for anything but a plain object or a function, and for a function that returns a promise.
 */
export function recordsWhere<Type extends object>(
  records: readonly Type[],
  where: Where<Type>,
  check: Check,
): readonly Type[] {
  if (typeof where === 'function') return passing(records, where, check);
  if (!isPlain(where))
    throw new TypeError('A condition must be an object of members and values, or a function of a record.');
  const wanted = Object.entries(where);
  for (const [name, value] of wanted)
    if (hasFunction(value))
      throw new TypeError(`The condition has a function for ${name}: pass a function of the record instead.`);
  const found = records.filter((record) => wanted.every(([name, value]) => matches(Reflect.get(record, name), value)));
  // What was found shows that all values are possible.
  if (found.length === 0) check(where);
  return found;
}

/** Whether a value of a record is the wanted one: of an object with these members, of a list in each entry. */
export function matches(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return value === wanted && wanted !== undefined;
  if (Array.isArray(wanted))
    return (
      Array.isArray(value) && value.length === wanted.length && wanted.every((each, at) => matches(value[at], each))
    );
  // In the records, a date is a text.
  if ('toJSON' in wanted) return matches(value, JSON.parse(JSON.stringify(wanted)));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(wanted).every(([name, each]) => matches(Reflect.get(value, name), each));
}

function hasFunction(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'function';
  return Object.values(value).some(hasFunction);
}

/** Whether a value is an object of members, of any realm. Other objects, such as promises, would be conditions without members. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Calls a function with each record. What it returns for the first one says whether it tests records or makes a query. */
function passing<Type extends object>(
  records: readonly Type[],
  where: (record: Type & RecordQuery<Type>) => unknown,
  check: Check,
): readonly Type[] {
  const [first] = records;
  if (!first) return [];
  const made = where(withQuery(first, check));
  if (made instanceof Query) return records.filter((record) => made.test(record));
  const others = records.slice(1).filter((record) => isTrue(where(record as Type & RecordQuery<Type>)));
  return isTrue(made) ? [first, ...others] : others;
}

/** @throws TypeError for a promise, which every record would pass. */
function isTrue(result: unknown): boolean {
  if (typeof Object(result).then === 'function')
    throw new TypeError('The function of a condition must return true or false at once, found a promise.');
  return Boolean(result);
}

const queryMethods = ['where', 'and', 'or'] as const;

/** Returns a copy of a record that can start a query, too. The methods are hidden from whatever lists its members. */
function withQuery<Type extends object>(record: Type, check: Check): Type & RecordQuery<Type> {
  const query = new CheckedQuery<Type>(check);
  const copy = { ...record };
  for (const name of queryMethods)
    if (!Object.hasOwn(copy, name)) Object.defineProperty(copy, name, { value: query[name].bind(query) });
  return Object.freeze(copy) as Type & RecordQuery<Type>;
}

/** A query whose members and values are possible. */
class CheckedQuery<Type> extends Query<Type> {
  readonly #check: Check;

  constructor(check: Check, test?: (record: Type) => unknown) {
    super(test);
    this.#check = check;
  }

  override where(condition: Parameters<Query<Type>['where']>[0]): CheckedQuery<Type> {
    return this.#checked(super.where(condition), condition);
  }

  override and(...conditions: Parameters<Query<Type>['and']>): CheckedQuery<Type> {
    return this.#checked(super.and(...conditions), ...conditions);
  }

  override or(...conditions: Parameters<Query<Type>['or']>): CheckedQuery<Type> {
    return this.#checked(super.or(...conditions), ...conditions);
  }

  #checked(query: Query<Type>, ...conditions: readonly unknown[]): CheckedQuery<Type> {
    for (const condition of conditions) if (isPlain(condition)) this.#check(condition);
    return new CheckedQuery(this.#check, (record) => query.test(record));
  }
}
