import { exactEnum, issuePriorities, issueStatuses } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { redact } from '../log/redaction.ts';
import { object, text, wholeNumber } from '../platform/input/schemas.ts';
import { checkNames } from '../records/check-changes.ts';
import { kinds, placements } from '../records/placements.ts';
import { newSchema } from '../records/record-schemas.ts';
import type { RecordKind } from '../records/records.ts';
import { type ControlContext, type Method, method } from './method.ts';
import { recordSchema, secrets } from './results.ts';

/** A collection whose kind is only known at run time. */
interface AnyCollection {
  find(where?: object): object[];
  create(record: object): object;
  update(where: object, changes: object): object[];
  delete(where: object): object[];
}

const values = z.record(z.string(), z.unknown(), 'must be an object of members and values');
const all = z.record(z.string(), z.unknown(), 'must be an object of members and values, {} for all');
const page = object({
  where: z.optional(values),
  contains: z.optional(text),
  orderBy: z.optional(
    z.record(z.string(), exactEnum(['asc', 'desc']), 'must be an object such as { "updatedAt": "desc" }'),
  ),
  skip: z.optional(wholeNumber(0)),
  take: z.optional(wholeNumber(0)),
});

type Found = z.output<typeof page>;

/** A record of whatever kind, with the members that it has. */
export type RawRecord = Readonly<Record<string, unknown>>;

/** The methods of `mock.world`, by their names. */
type WorldMethods = {
  readonly [K in RecordKind as `world.${K}.find`]: Method<Found, { data: RawRecord[]; total: number }>;
} & { readonly [K in RecordKind as `world.${K}.create`]: Method<object, RawRecord> } & {
  readonly [K in RecordKind as `world.${K}.update`]: Method<{ where: object; changes: object }, object[]>;
} & { readonly [K in RecordKind as `world.${K}.delete`]: Method<{ where: object }, object[]> } & {
  readonly 'world.apiKeys.reveal': Method<{ name: string }, { key: string }>;
  readonly 'world.accessTokens.reveal': Method<{ name: string }, { token: string }>;
  readonly 'world.issues.counts': Method<object, Record<string, Record<string, number>>>;
};

// Each kind has its methods.
export const worldMethods: WorldMethods = Object.assign({}, ...kinds.map(methodsOf), {
  'world.issues.counts': method(
    'Counts the issues of each project by status',
    object({}),
    z.record(z.string(), z.record(z.string(), z.int())),
    ({ internals }) => {
      const counts: Record<string, Record<string, number>> = {};
      for (const { projectId, status } of internals.service.store.all('issues')) {
        const others = counts[projectId];
        counts[projectId] = { ...others, [status]: (others?.[status] ?? 0) + 1 };
      }
      return counts;
    },
  ),
});

function methodsOf(kind: RecordKind): Record<string, Method> {
  // Building the schemas of all kinds takes longer than creating a mock.
  const record = z.lazy(() => recordSchema(kind));
  const records = z.array(record);
  const created = z.lazy(() => newSchema(kind) as z.ZodMiniType<object>);
  const { [kind]: secret } = secrets;
  const { noun } = placements[kind];
  return {
    [`world.${kind}.find`]: method(
      `Finds ${noun}s by the values of members and by a text that they contain. By default \`take\` is 100; \`total\` counts all`,
      page,
      z.strictObject({ data: records, total: z.int() }),
      ({ mock, internals }, { where, contains = '', orderBy = {}, skip = 0, take = 100 }) => {
        checkNames(kind, Object.keys(orderBy), internals.service.store);
        const wanted = contains.toLowerCase();
        const found = collectionOf(mock, kind).find(where);
        // A search must not guess a masked key.
        const holding = wanted
          ? found.filter((each) => JSON.stringify(masked(kind, each)).toLowerCase().includes(wanted))
          : found;
        const data = holding.sort(byMembers(orderBy)).slice(skip, skip + take);
        return { data: data.map((each) => masked(kind, each)), total: holding.length };
      },
    ),
    [`world.${kind}.create`]: method(
      `Creates ${/^[aiou]/i.test(noun) ? 'an' : 'a'} ${noun} with the records in its lists${secret === undefined ? '' : `, and returns it with its ${secret}`}`,
      created,
      record,
      ({ mock }, input) => collectionOf(mock, kind).create(input),
    ),
    [`world.${kind}.update`]: method(
      `Changes members of the found ${noun}s`,
      object({ where: all, changes: values }),
      records,
      ({ mock }, { where, changes }) =>
        collectionOf(mock, kind)
          .update(where, changes)
          .map((each) => masked(kind, each)),
    ),
    [`world.${kind}.delete`]: method(
      `Deletes the found ${noun}s and their dependents`,
      object({ where: all }),
      records,
      ({ mock }, { where }) =>
        collectionOf(mock, kind)
          .delete(where)
          .map((each) => masked(kind, each)),
    ),
    ...(secret !== undefined && {
      [`world.${kind}.reveal`]: method(
        `Returns the whole ${secret} of an ${noun}`,
        object({ name: text }),
        z.strictObject({ [secret]: text }),
        ({ mock }, { name }) => {
          const [found] = collectionOf(mock, kind).find({ name });
          if (!found) throw new TypeError(`There is no ${noun} "${name}": world.${kind}.find lists all.`);
          return { [secret]: String(Reflect.get(found, secret)) };
        },
      ),
    }),
  };
}

function collectionOf(mock: ControlContext['mock'], kind: RecordKind): AnyCollection {
  return mock.world[kind] as object as AnyCollection;
}

/** Copies a record with its key or token masked. */
function masked(kind: RecordKind, record: object): object {
  const { [kind]: secret } = secrets;
  return secret === undefined ? record : { ...record, [secret]: redact(String(Reflect.get(record, secret))) };
}

/** Compares two records by members, in order. Without members, they keep their order. */
function byMembers(orderBy: Readonly<Record<string, 'asc' | 'desc'>>): (one: object, other: object) => number {
  return (one, other) => {
    for (const [name, direction] of Object.entries(orderBy)) {
      const order = compare(rankOf(name, Reflect.get(one, name)), rankOf(name, Reflect.get(other, name)));
      if (order !== 0) return direction === 'asc' ? order : -order;
    }
    return 0;
  };
}

const enumerations: Readonly<Record<string, readonly unknown[]>> = { status: issueStatuses, priority: issuePriorities };

/** Returns the place of a value in its enumeration; other values as they are. */
function rankOf(name: string, value: unknown): unknown {
  const rank = enumerations[name]?.indexOf(value) ?? -1;
  return rank < 0 ? value : rank;
}

/** Compares numbers by size, and other values as text. A missing value comes before all others. */
function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [a, b] = [String(one ?? ''), String(other ?? '')];
  return a === b ? 0 : a < b ? -1 : 1;
}
