import type { RecordPaging, RecordSorting } from './collections.ts';

/** Sorts records by members. The sort is stable; `null` and absent values come last. */
export function sort<Type>(records: Type[], orderBy: RecordSorting<Type>['orderBy']): Type[] {
  const orders = Array.isArray(orderBy) ? orderBy : [orderBy ?? {}];
  const criteria = orders.flatMap((order) => criteriaOf(order));
  return records.toSorted((a, b) => {
    for (const { path, sign } of criteria) {
      const order = compare(valueAt(a, path), valueAt(b, path), sign);
      if (order !== 0) return order;
    }
    return 0;
  });
}

/** Returns the part of a list that `skip` and `take` select. @throws TypeError for invalid numbers. */
export function page<Type>(records: Type[], { skip = 0, take = Infinity }: RecordPaging<Type> = {}): Type[] {
  for (const [name, count] of Object.entries({ skip, take })) {
    if (!(count >= 0 && (Number.isInteger(count) || count === Infinity)))
      throw new TypeError(`${name} must be an integer of 0 or more, found ${String(count)}.`);
  }
  return records.slice(skip, skip + take);
}

interface Criterion {
  readonly path: readonly string[];
  readonly sign: 1 | -1;
}

function criteriaOf(order: object, parent: readonly string[] = []): Criterion[] {
  return Object.entries(order).flatMap(([member, value]: [string, unknown]): Criterion[] => {
    const path = [...parent, member];
    if (value === undefined) return [];
    if (typeof value === 'object' && value !== null) return criteriaOf(value, path);
    if (value !== 'asc' && value !== 'desc')
      throw new TypeError(`orderBy.${path.join('.')} must be asc or desc, found ${String(value)}.`);
    return [{ path, sign: value === 'asc' ? 1 : -1 }];
  });
}

function valueAt(record: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, member) => (value as Record<string, unknown> | null | undefined)?.[member],
    record,
  );
}

function compare(a: unknown, b: unknown, sign: 1 | -1): number {
  const [noA, noB] = [(a ?? undefined) === undefined, (b ?? undefined) === undefined];
  if (noA || noB) return Number(noA) - Number(noB);
  // The casts: values of one member have the same type: strings, numbers or booleans.
  const [left, right] = [a as string, b as string];
  return left < right ? -sign : left > right ? sign : 0;
}
