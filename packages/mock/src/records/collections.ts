import { capturedNames } from '@issue-tracking/model';
import { Query } from '@msw/data';
import type * as z from 'zod/mini';
import { didYouMean } from '../platform/input/did-you-mean.ts';
import { problem, problemsOf } from '../platform/input/problems.ts';
import { object } from '../platform/input/schemas.ts';
import { fillCaptured } from './defaults.ts';
import type { Ids } from './ids.ts';
import { plant } from './plant.ts';
import {
  type IssueRecord,
  kinds,
  members,
  type NewRecords,
  newSchema,
  type RecordKind,
  type RecordsByKind,
} from './records.ts';
import { nounOf, type Store, stateChanges } from './store.ts';
import { referenceProblems } from './world.ts';
import { parseData, WorldError } from './world-error.ts';

/**
 * The mock's records, to find, create, change and delete, as users do in the dashboard. Records are frozen: changes and requests
 * create new versions, which the next `find` returns.
 *
 * @example
 * mock.world.issues.create({ projectId: 'prj_web', priority: 'high' });
 * mock.world.issues.update({ projectId: 'prj_web', issueNumber: 1 }, { status: 'verified' });
 * mock.world.issues.find((q) => q.where({ status: 'open' }).or({ status: 'blocked' }));
 */
export type Collections = { readonly [K in RecordKind]: Collection<RecordsByKind[K], NewRecords[K]> };

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

/** The records of one kind. */
export interface Collection<Type, New> {
  /** Returns the found records, without a condition all, in order of creation; issues by number. */
  find(where?: Where<Type>): Type[];
  /**
   * Adds a record, with defaults for what is left out, and the records in its lists, as in a world file.
   *
   * @throws WorldError for invalid members; TypeError for a duplicate or a missing parent. Then nothing is created.
   */
  create(record: New): Type;
  /**
   * Changes members of all found records. A status or priority moves `updatedAt`, as in the service.
   *
   * @throws WorldError for invalid members; TypeError if nothing is found, or a member identifies the record. Then nothing changes.
   */
  update(where: Where<Type>, changes: Partial<Type> | ((record: Type) => Partial<Type>)): Type[];
  /** Deletes the found records and their dependents, and returns them. */
  delete(where: Where<Type>): Type[];
}

/** The parts of a service that collections use. */
interface Parts {
  readonly store: Store;
  readonly ids: Ids;
  readonly clock: { now(): number };
}

/** Returns the collections of a service. They hold no records: each read sees the present ones. */
export function createCollections(parts: Parts): Collections {
  // Each kind has the collection of its records.
  return Object.fromEntries(kinds.map((kind) => [kind, collectionOf(parts, kind)])) as object as Collections;
}

function collectionOf<K extends RecordKind>(
  { store, ids, clock }: Parts,
  kind: K,
): Collection<RecordsByKind[K], NewRecords[K]> {
  type Type = RecordsByKind[K];

  const found = (where?: Where<Type>): Type[] => {
    if (typeof where === 'object')
      checkNames(kind, Object.keys(where), where.constructor === Object ? store : undefined);
    return [...store.all(kind)].filter(predicateOf(where));
  };

  return {
    find: (where) => found(where).map(frozen),
    create(input) {
      const given = structuredClone(
        parseData(newSchema(kind) as z.ZodMiniType<NewRecords[K], unknown>, input, nounOf(kind)),
      );
      const problems = referenceProblems(given, kind).filter(({ message }) => message.startsWith('must be unique'));
      if (problems.length > 0) throw new WorldError(problems, nounOf(kind));
      if (kind === 'users') checkSlugs(store, given as { organizations?: unknown });
      return frozen(plant({ store, ids, now: clock.now() }, kind, given));
    },
    update(where, changes) {
      const records = found(where);
      if (records.length === 0) throw new TypeError(`No record of ${kind} is found to update.`);
      const versions = records.map((present) => {
        const given = structuredClone(typeof changes === 'function' ? changes(frozen(present)) : changes);
        checkChanges(kind, present, given);
        if (kind === 'users') checkSlugs(store, given as { organizations?: unknown });
        // Delayed writes must not be applied after this one.
        const record = kind === 'issues' ? (store.applyAllTo(present as IssueRecord) as Type) : present;
        return { record, given: kind === 'issues' ? completed(record as IssueRecord, given, clock.now()) : given };
      });
      return versions.map(({ record, given }) => frozen(store.change(kind, record, given as Partial<Type>)));
    },
    delete(where) {
      const records = found(where);
      for (const record of records.toReversed()) store.remove(kind, record);
      return records.map(frozen);
    },
  };
}

/** Adds what follows from a change of an issue: `updatedAt`, and the defaults of captured entries. */
function completed(issue: IssueRecord, given: Partial<IssueRecord>, now: number): Partial<IssueRecord> {
  const moved = given.status !== undefined || given.priority !== undefined ? stateChanges(issue, {}, now) : {};
  return {
    ...moved,
    ...given,
    ...fillCaptured(
      issue,
      given,
      null,
      capturedNames.filter((name) => name in given),
    ),
  };
}

/** @throws WorldError for changes to members that no record of the kind has, or to invalid values. */
function checkChanges(kind: RecordKind, present: object, given: object): void {
  checkNames(kind, Object.keys(given), present);
  const shape = Object.entries(members[kind]).filter(([name]) => name in given && !isSame(present, given, name));
  const { error } = object(Object.fromEntries(shape)).safeParse(
    pick(
      given,
      shape.map(([name]) => name),
    ),
  );
  if (error) throw new WorldError(problemsOf(error, given), `change of ${nounOf(kind)}`);
}

/** Rejects names that no record of the kind has: a misspelt one would find nothing. Pulled records may have others. */
export function checkNames(kind: RecordKind, names: readonly string[], present: Store | object | undefined): void {
  const known = [
    ...Object.keys(members[kind]),
    ...(kind === 'issues' ? ['metadataSummary', 'shows', ...capturedNames] : []),
  ];
  const others = () =>
    present && 'all' in present
      ? [...(present as Store).all(kind)].flatMap((record) => Object.keys(record))
      : Object.keys({ ...present });
  const unknown = names.filter((name) => !known.includes(name));
  const wrong = unknown.length > 0 ? unknown.filter((name) => !others().includes(name)) : [];
  if (wrong.length === 0) return;
  const problems = wrong.map((path) => ({
    path,
    message: `is not a member of ${nounOf(kind)}s; ${didYouMean(path, known)}`,
  }));
  throw new WorldError(problems, `reference to ${nounOf(kind)}s`);
}

function checkSlugs(store: Store, { organizations }: { organizations?: unknown }): void {
  const unknown = Array.isArray(organizations)
    ? organizations.find((slug) => !store.organizationWith(slug))
    : undefined;
  if (unknown === undefined) return;
  throw new WorldError(
    [problem(['organizations'], `must be slugs of organizations, and there is no ${unknown}`, organizations)],
    'user',
  );
}

function predicateOf<Type>(where: Where<Type> | undefined): (record: Type) => boolean {
  if (where === undefined) return () => true;
  if (typeof where === 'function') {
    const query = queryOf(where);
    return query ? (record) => query.test(record) : (record) => Boolean((where as (record: Type) => unknown)(record));
  }
  const wanted = Object.entries(where).map(([name, value]) => [name, JSON.stringify(value)] as const);
  return (record) => wanted.every(([name, value]) => JSON.stringify(Reflect.get(Object(record), name)) === value);
}

/** Returns the query that a function makes; `undefined` for a function of a record. */
function queryOf<Type>(where: (given: never) => unknown): Query<Type> | undefined {
  try {
    const made = where(new Query<Type>() as never);
    return made instanceof Query ? made : undefined;
  } catch {
    return undefined;
  }
}

function isSame(one: object, other: object, name: string): boolean {
  return JSON.stringify(Reflect.get(one, name)) === JSON.stringify(Reflect.get(other, name));
}

function pick(value: object, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(value, name)]));
}

/** Freezes a record deeply: snapshots and earlier results share its objects. */
function frozen<Type>(record: Type): Type {
  if (typeof record !== 'object' || record === null || Object.isFrozen(record)) return record;
  for (const held of Object.values(record)) frozen(held);
  return Object.freeze(record);
}
