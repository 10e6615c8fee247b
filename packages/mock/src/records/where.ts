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

/** Values of members, a function that tests a record, or a query. */
export type Where<Type> =
  | { readonly [Key in keyof Type]?: Type[Key] }
  // One type of function, so that TypeScript knows the type of its parameter.
  | ((recordOrQuery: Type & RecordQuery<Type>) => boolean | RecordQuery<Type>);

/**
 * Returns the test of a condition, without one a test that every record passes.
 *
 * @throws TypeError for anything but an object or a function.
 */
export function predicateOf<Type>(where: Where<Type> | undefined): (record: Type) => boolean {
  if (where === undefined) return () => true;
  if (typeof where === 'function') {
    const query = queryOf(where);
    return query ? (record) => query.test(record) : (record) => Boolean((where as (record: Type) => unknown)(record));
  }
  if (typeof where !== 'object' || where === null || Array.isArray(where))
    throw new TypeError('A condition must be an object of members and values, or a function of a record.');
  const wanted = Object.entries(where).map(([name, value]) => [name, JSON.stringify(value)] as const);
  return (record) => wanted.every(([name, value]) => JSON.stringify(Reflect.get(Object(record), name)) === value);
}

/** Returns the query that a function makes; `undefined` for a function of a record. */
function queryOf<Type>(where: (given: never) => unknown): Query<Type> | undefined {
  try {
    const made = where(new Query<Type>() as never);
    return made instanceof Query ? made : undefined;
  } catch {
    // Members of a record that a query doesn't have.
    return undefined;
  }
}
