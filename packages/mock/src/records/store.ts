import { apiKeyPrefix } from '@issue-tracking/model';
import {
  byKind,
  type IssuePath,
  issueKey,
  keyOf,
  kinds,
  parentKeyOf,
  placements,
  uniqueMembers,
} from './placements.ts';
import type {
  AccessTokenRecord,
  ApiKeyRecord,
  CommentRecord,
  IssueRecord,
  OrganizationRecord,
  RecordKind,
  RecordsByKind,
} from './records.ts';
import { Tables, type TablesState } from './tables.ts';

/** Compares two issues by their order in lists. */
export type IssueOrder = (a: IssueRecord, b: IssueRecord) => number;

/** A write that reads don't see yet (GAP-57). */
export interface PendingWrite extends IssuePath {
  /** Time from which reads see it. */
  readonly at: number;
  readonly changes?: Partial<IssueRecord>;
  readonly comment?: CommentRecord;
}

/** A saved state of a store. */
export interface StoreSnapshot {
  readonly tables: TablesState;
  readonly pending: readonly PendingWrite[];
}

/** A record before and after a change; `undefined` where it wasn't there. */
export interface RecordChange {
  readonly kind: RecordKind;
  readonly key: string;
  readonly before: RecordsByKind[RecordKind] | undefined;
  readonly after: RecordsByKind[RecordKind] | undefined;
}

/** All records, by kind and in order of creation; issues by number. */
export type AllRecords = { readonly [K in RecordKind]: RecordsByKind[K][] };

/** All records. Records never change: a write replaces a record with a new version, so snapshots can share records. */
export class Store extends Tables {
  /** Issues of a project in list order. Sorted on first use, and dropped by a write: reads are more frequent. */
  readonly #sorted = new Map<string, { readonly order: IssueOrder; readonly issues: readonly IssueRecord[] }>();
  #pending: readonly PendingWrite[] = [];
  /** Order of the issue list in every project (GAP-7). */
  order: IssueOrder;
  /** Time for which reads don't see a write to an issue, in milliseconds (GAP-57). */
  lag = 0;
  /** Called once after every change, with the kinds of the changed records. */
  onChange: ((kinds: ReadonlySet<RecordKind>) => void) | undefined;
  /** Increases with each change. */
  revision = 0;

  constructor(order: IssueOrder) {
    super();
    this.order = order;
  }

  issue(projectId: string, issueNumber: number): IssueRecord | undefined {
    return this.get('issues', issueKey({ projectId, issueNumber }));
  }

  /** Returns the issues of a project in list order. */
  issuesInOrder(projectId: string): readonly IssueRecord[] {
    let sorted = this.#sorted.get(projectId);
    if (sorted?.order !== this.order) {
      sorted = { order: this.order, issues: this.of('issues', projectId).toSorted(this.order) };
      this.#sorted.set(projectId, sorted);
    }
    return sorted.issues;
  }

  /** Finds an API key or access token, valid or not. */
  credential(value: string): ApiKeyRecord | AccessTokenRecord | undefined {
    return this.get('apiKeys', value) ?? this.get('accessTokens', value);
  }

  organizationWith(slug: string): OrganizationRecord | undefined {
    return this.get('organizations', this.keyWith('organization slug', slug) ?? '');
  }

  /** Returns all records by kind. */
  records(): AllRecords {
    // Each kind has its own records.
    return byKind((kind) => [...this.all(kind)]) as object as AllRecords;
  }

  /**
   * Adds a record.
   *
   * @param isExact Whether it is no data of a service, in which ids may be duplicate.
   *
   * @throws TypeError if it exists, or its parent doesn't.
   */
  add<K extends RecordKind>(kind: K, record: RecordsByKind[K], isExact = true): void {
    const { parent } = placements[kind];
    const parentKey = parentKeyOf(kind, record);
    if (parent && !this.get(parent, parentKey))
      throw new TypeError(`There is no ${placements[parent].noun} ${shownKey(parentKey)}.`);
    const key = keyOf(kind, record) ?? '';
    if (kind === 'issues' && this.get(kind, key)) throw new TypeError(`The issue ${shownKey(key)} already exists.`);
    for (const [member, what] of isExact ? uniqueMembers[kind] : []) {
      const value = String(Reflect.get(record, member));
      if (this.keyWith(what, value) !== undefined)
        throw new TypeError(`The ${what} ${secrets[member] ?? value} already exists.`);
    }
    this.insert(kind, record);
    this.#changed(new Set([kind]), kind === 'issues' ? parentKey : undefined);
  }

  /** Changes members of a record, but none that identifies it. Accepts any version of it. @returns the new version. */
  change<K extends RecordKind>(
    kind: K,
    version: RecordsByKind[K],
    changes: Partial<RecordsByKind[K]>,
  ): RecordsByKind[K] {
    const key = this.keyOf(kind, version);
    const present = this.get(kind, key);
    if (!present) throw new TypeError('The record to change was deleted.');
    const record = { ...present, ...changes };
    this.put(kind, key, record);
    this.#changed(new Set([kind]), kind === 'issues' ? parentKeyOf(kind, record) : undefined);
    return record;
  }

  /** Deletes a record and its dependents. Accepts any version of it. */
  remove<K extends RecordKind>(kind: K, record: RecordsByKind[K]): void {
    const removed = new Set<RecordKind>();
    this.removeAll(kind, this.keyOf(kind, record), removed);
    this.#sorted.clear();
    this.#changed(removed);
  }

  /** Deletes all records. */
  clear(): void {
    this.#load(undefined, []);
  }

  /** Takes no time: the first write to each map copies it. */
  snapshot(): StoreSnapshot {
    return { tables: this.save(), pending: this.#pending };
  }

  restore({ tables, pending }: StoreSnapshot): void {
    this.#load(tables, pending);
  }

  /** Returns the records that have changed since a snapshot, parents before their dependents. */
  changesSince({ tables }: StoreSnapshot): RecordChange[] {
    return kinds.flatMap((kind) => {
      const { before, now } = this.rowsOf(kind, tables);
      const keys = before === now ? [] : [...new Set([...before.keys(), ...now.keys()])];
      return keys
        .filter((key) => before.get(key) !== now.get(key))
        .map((key) => ({ kind, key, before: before.get(key), after: now.get(key) }));
    });
  }

  /**
   * Takes back changes since a snapshot, and leaves what else has changed. A deleted record gets its id, number and place again.
   *
   * @throws TypeError if a changed member was changed again, or a deleted record has no place any more. Then nothing changes.
   */
  takeBack(changes: readonly RecordChange[], { tables }: StoreSnapshot): void {
    const present = ({ kind, key }: RecordChange) => this.get(kind, key);
    const created = changes.filter(({ before }) => !before);
    const deleted = changes.flatMap(({ before, after, ...change }) =>
      before && !after ? [{ ...change, before }] : [],
    );
    const changed = changes.flatMap((change) => {
      const { before, after } = change;
      return before && after ? [{ ...change, version: versionWithout(before, after, present(change)) }] : [];
    });
    for (const { kind, key, before } of deleted) {
      const { parent } = placements[kind];
      const isIn = (each: RecordChange) => each.kind === parent && each.key === parentKeyOf(kind, before);
      if (parent && !this.get(parent, parentKeyOf(kind, before)) && !changes.some(isIn))
        throw new TypeError(`The ${placements[parent].noun} above it was deleted since.`);
      if (this.get(kind, key) || (kind !== 'comments' && this.#hasNameOf(kind, before)))
        throw new TypeError(`Another ${placements[kind].noun} has its place since.`);
    }
    for (const { kind, key } of created) this.removeAll(kind, key, new Set());
    for (const kind of kinds) {
      const its = deleted.filter((change) => change.kind === kind);
      if (its.length > 0) this.putBack(kind, new Map(its.map(({ key, before }) => [key, before])), tables);
    }
    for (const { kind, key, version } of changed) this.put(kind, key, version);
    this.#sorted.clear();
    this.#changed(new Set(changes.map(({ kind }) => kind)));
  }

  /** Writes that reads don't see yet, earliest first. */
  get pending(): readonly PendingWrite[] {
    return this.#pending;
  }

  /** Changes an issue, now or after the lag. */
  changeIssue(issue: IssueRecord, changes: Partial<IssueRecord>, now: number): void {
    if (this.lag === 0) this.change('issues', this.applyAllTo(issue), changes);
    else this.#delay(issue, { at: now + this.lag, changes });
  }

  /** Adds a comment, now or after the lag. */
  addComment(comment: CommentRecord, now: number): void {
    if (this.lag === 0) this.add('comments', comment);
    else this.#delay(comment, { at: now + this.lag, comment });
  }

  /** Applies writes that are due. Called before each request. */
  applyDue(now: number): void {
    if (this.#pending.length > 0) this.#apply(({ at }) => at <= now);
  }

  /** Returns an issue with its pending writes, which further writes build on. */
  withPendingWrites(issue: IssueRecord): IssueRecord {
    const its = this.#pending.filter((write) => issueKey(write) === issueKey(issue));
    return its.length === 0 ? issue : Object.assign({ ...issue }, ...its.map(({ changes }) => changes));
  }

  /** Applies all pending writes to an issue, so that none overwrites a later immediate write. @returns the issue after them. */
  applyAllTo(issue: IssueRecord): IssueRecord {
    if (this.#pending.length === 0) return issue;
    this.#apply((write) => issueKey(write) === issueKey(issue));
    return this.get('issues', issueKey(issue)) ?? issue;
  }

  #delay({ projectId, issueNumber }: IssuePath, write: Omit<PendingWrite, keyof IssuePath>): void {
    this.#pending = [...this.#pending, { projectId, issueNumber, ...write }];
    this.revision++;
  }

  #apply(isDue: (write: PendingWrite) => boolean): void {
    const due = this.#pending.filter(isDue);
    this.#pending = this.#pending.filter((write) => !due.includes(write));
    for (const { projectId, issueNumber, changes, comment } of due) {
      // The issue may have been deleted meanwhile.
      const issue = this.issue(projectId, issueNumber);
      if (issue && changes) this.change('issues', issue, changes);
      if (issue && comment) this.add('comments', comment);
    }
  }

  /** Whether another record has a value that is unique. */
  #hasNameOf(kind: RecordKind, record: RecordsByKind[RecordKind]): boolean {
    return Object.entries(placements[kind].unique).some(
      ([member, what]) => this.keyWith(what, String(Reflect.get(record, member))) !== undefined,
    );
  }

  #load(tables: TablesState | undefined, pending: readonly PendingWrite[]): void {
    this.load(tables);
    this.#pending = pending;
    this.#sorted.clear();
    this.#changed(new Set(kinds));
  }

  #changed(changed: ReadonlySet<RecordKind>, projectId?: string): void {
    if (projectId !== undefined) this.#sorted.delete(projectId);
    this.revision++;
    this.onChange?.(changed);
  }
}

/** Secrets as messages show them, by their members. */
const secrets: Readonly<Record<string, string>> = { key: `${apiKeyPrefix}…`, token: '…' };
/** A key in a message: an issue's is `3 in prj_web`. */
const shownKey = (key: string) => key.replace(/^(.*)\/(\d+)$/, '$2 in $1');

/**
 * Returns the present version of a record with the members of `before` where `after` has others.
 *
 * @throws TypeError if one of them was changed again; a later `updatedAt` stays.
 */
function versionWithout<Type extends object>(before: Type, after: Type, present: Type | undefined): Type {
  if (!present) throw new TypeError('It was deleted since.');
  const changed = Object.keys({ ...before, ...after }).filter(
    (member) => Reflect.get(before, member) !== Reflect.get(after, member),
  );
  const again = changed.filter((member) => Reflect.get(present, member) !== Reflect.get(after, member));
  const [first] = again.filter((member) => member !== 'updatedAt');
  if (first !== undefined) throw new TypeError(`Its ${first} was changed again since.`);
  const version = { ...present };
  for (const member of changed) {
    if (again.includes(member)) continue;
    if (member in before) Reflect.set(version, member, Reflect.get(before, member));
    else Reflect.deleteProperty(version, member);
  }
  return version;
}
