import { capturedNames } from '@issue-tracking/model';
import type { History } from '../history.ts';
import type { Deed } from '../made-change.ts';
import { fillCaptured } from './captured-defaults.ts';
import { checkedChanges, checkSlugs } from './check-changes.ts';
import { checkCondition } from './check-condition.ts';
import type { Ids } from './ids.ts';
import { byKind, placements } from './placements.ts';
import { Planter } from './plant.ts';
import { nameOf, subjectOf } from './record-name.ts';
import { newSchema } from './record-schemas.ts';
import type { IssueRecord, NewRecords, RecordKind, RecordsByKind } from './records.ts';
import { stateChanges } from './state-changes.ts';
import type { Store } from './store.ts';
import { recordsWhere, type Where } from './where.ts';
import { parseData, WorldError } from './world-error.ts';
import { recordProblems } from './world-references.ts';

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

/** The records of one kind. */
export interface Collection<Type, New> {
  /**
   * Returns the found records, without a condition all, in order of creation; issues by number.
   *
   * @throws WorldError for a member or value that no record can have, with the nearest one. `update` and `delete` do so too.
   */
  find(where?: Where<Type>): Type[];
  /**
   * Adds a record, with defaults for what is left out, and the records in its lists, as in a world file.
   *
   * @throws WorldError for invalid members; TypeError for a duplicate or a missing parent. Then nothing is created.
   */
  create(record: New): Type;
  /**
   * Changes members of all found records; `{}` finds all. A status or priority moves `updatedAt`, as in the service.
   *
   * @throws WorldError for invalid members; TypeError without a condition, if nothing is found, or for a member that identifies the
   * record. Then nothing changes.
   */
  update(where: Where<Type>, changes: Partial<Type> | ((record: Type) => Partial<Type>)): Type[];
  /**
   * Deletes the found records and their dependents, and returns them; `{}` finds all.
   *
   * @throws TypeError without a condition. Then nothing is deleted.
   */
  delete(where: Where<Type>): Type[];
}

/** The parts of a service that collections use. */
interface Parts {
  readonly store: Store;
  readonly ids: Ids;
  readonly clock: { now(): number };
  readonly history: History;
}

/** Returns the collections of a service. They hold no records: each read sees the present ones. */
export function createCollections(parts: Parts): Collections {
  // Each kind has the collection of its records.
  return byKind((kind) => collectionOf(parts, kind)) as object as Collections;
}

function collectionOf<K extends RecordKind>(
  { store, ids, clock, history }: Parts,
  kind: K,
): Collection<RecordsByKind[K], NewRecords[K]> {
  type Type = RecordsByKind[K];

  return {
    find(where, ...others: unknown[]) {
      if (others.length > 0)
        throw new TypeError('find() takes one condition and no options: sort and cut the result as an array.');
      return found(store, kind, where === undefined ? {} : where).map(frozen);
    },
    create(input) {
      const { noun } = placements[kind];
      const given: NewRecords[K] = parseData(newSchema(kind), input, noun);
      const problems = recordProblems(kind, given);
      if (problems.length > 0) throw new WorldError(problems, noun);
      if (kind === 'users') checkSlugs(store, given as NewRecords['users']);
      return history.make(
        `world.${kind}.create`,
        () => frozen(new Planter({ store, ids, now: clock.now() }).plant(kind, given)),
        (record) => deedOf('Created', kind, [record]),
        { does: 'create' },
      );
    },
    update(where, changes) {
      const records = chosen(store, kind, where, 'update');
      if (records.length === 0) throw new TypeError(`There is no such ${placements[kind].noun} to update.`);
      // All are checked before the first changes.
      const checked = records.map((record) => {
        const given = typeof changes === 'function' ? changes(frozen(record)) : changes;
        return { record, given: checkedChanges(store, kind, record, given) };
      });
      const change = ({ record, given }: (typeof checked)[number]) => {
        const changes = kind === 'issues' ? completed(record as IssueRecord, given, clock.now()) : given;
        return frozen(store.change(kind, record, changes as Partial<Type>));
      };
      const members = Object.keys(checked[0]?.given ?? {});
      const verb = members.length > 0 ? `Changed ${members.join(', ')} of` : 'Changed';
      return history.make(
        `world.${kind}.update`,
        () => checked.map(change),
        (made) => deedOf(verb, kind, made, checked[0] && fromTo(kind, checked[0].record, checked[0].given)),
        { does: verb, to: records },
      );
    },
    delete(where) {
      const records = chosen(store, kind, where, 'delete');
      const remove = () => {
        for (const record of records.toReversed()) store.remove(kind, record);
        return records.map(frozen);
      };
      return history.make(`world.${kind}.delete`, remove, (gone) => deedOf('Deleted', kind, gone), { does: 'delete' });
    },
  };
}

function found<K extends RecordKind>(store: Store, kind: K, where: Where<RecordsByKind[K]>) {
  return recordsWhere([...store.all(kind)], where, (members) => checkCondition(kind, members, store));
}

/** Finds records to change. @throws TypeError for `undefined`, which may be the result of something that failed. */
function chosen<K extends RecordKind>(store: Store, kind: K, where: Where<RecordsByKind[K]>, method: string) {
  if (where !== undefined) return found(store, kind, where);
  throw new TypeError(`${method}() needs a condition, found undefined. Pass {} for all ${placements[kind].noun}s.`);
}

/** Returns what was done to records of a kind. */
function deedOf<K extends RecordKind>(verb: string, kind: K, records: readonly RecordsByKind[K][], told = ''): Deed {
  const [first] = records;
  return {
    subject: first && subjectOf(kind, first),
    words: (count) =>
      `${verb} ${count === 1 && first ? nameOf(kind, first) + told : `${count} ${placements[kind].noun}s`}`,
  };
}

/** Returns `: open → blocked` for one short text of an issue, `: 1 → 2 entries` for one list. Records of other kinds have credentials. */
function fromTo(kind: RecordKind, before: object, given: object): string {
  const [[member, to] = [''], ...others] = Object.entries(given);
  const from = (before as Record<string, unknown>)[member];
  if (kind !== 'issues' || others.length > 0) return '';
  if (Array.isArray(from) && Array.isArray(to)) return `: ${from.length} → ${to.length} entries`;
  const isShort = (value: unknown) => typeof value === 'string' && value.length < 30;
  return isShort(from) && isShort(to) ? `: ${from} → ${to}` : '';
}

/** Adds the consequences of a change: `updatedAt`, and the defaults of captured entries. */
function completed(issue: IssueRecord, given: Partial<IssueRecord>, now: number): Partial<IssueRecord> {
  const isState = given.status !== undefined || given.priority !== undefined;
  const parts = capturedNames.filter((name) => name in given);
  const filled = parts.length > 0 ? fillCaptured({ ...issue, ...given }, given, parts) : {};
  return { ...(isState && stateChanges(issue, {}, now)), ...given, ...filled };
}

/** Freezes a record deeply: snapshots and earlier results share its objects. */
function frozen<Type>(record: Type): Type {
  if (typeof record !== 'object' || record === null || Object.isFrozen(record)) return record;
  for (const held of Object.values(record)) frozen(held);
  return Object.freeze(record);
}
