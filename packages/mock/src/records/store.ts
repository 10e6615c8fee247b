import type { IssuePriority, IssueStatus } from '@issue-tracking/model';
import {
  type AccessTokenRecord,
  type ApiKeyRecord,
  type CommentRecord,
  type IssueRecord,
  kinds,
  kindsIn,
  type OrganizationRecord,
  placements,
  type RecordKind,
  type RecordsByKind,
} from './records.ts';

/** Compares two issues by their order in lists. */
export type IssueOrder = (a: IssueRecord, b: IssueRecord) => number;

/** The place of an issue. */
export interface IssuePath {
  readonly projectId: string;
  readonly issueNumber: number;
}

/** Returns an issue's path as a key. */
export function issueKey({ projectId, issueNumber }: IssuePath): string {
  return `${projectId}/${issueNumber}`;
}

/** The records of one kind. */
interface Table<Type> {
  /** By key, in order of creation. */
  rows: Map<string, Type>;
  /** The same by the key of their parent. */
  groups: Map<string, Map<string, Type>>;
}

/** A write that reads don't see yet (GAP-57). */
export interface PendingWrite extends IssuePath {
  /** Time from which reads see it. */
  readonly at: number;
  readonly changes?: Partial<IssueRecord>;
  readonly comment?: CommentRecord;
}

/** All state of a store, as data. */
interface State {
  readonly tables: { readonly [K in RecordKind]: Table<RecordsByKind[K]> };
  /** Keys of records by unique values, by what they name. */
  readonly names: Map<string, Map<string, string>>;
  /** The highest number of an issue that each project has ever had. */
  numbers: Map<string, number>;
  pending: readonly PendingWrite[];
}

/** A saved state of a store. */
export type StoreSnapshot = object & { readonly pending: readonly PendingWrite[] };

/** All records, by kind and in order of creation; issues by number. */
export type AllRecords = { readonly [K in RecordKind]: RecordsByKind[K][] };

const namespaces = new Set(kinds.flatMap((kind) => Object.values(placements[kind].unique)));

function emptyState(): State {
  return {
    tables: Object.fromEntries(
      kinds.map((kind) => [kind, { rows: new Map(), groups: new Map() }]),
    ) as object as State['tables'],
    names: new Map([...namespaces].map((what) => [what, new Map()])),
    numbers: new Map(),
    pending: [],
  };
}

/** Copies a state. The copy shares the maps: {@link Store} copies each before it writes to it for the first time. */
function copyOf({ tables, names, numbers, pending }: State): State {
  return {
    tables: Object.fromEntries(kinds.map((kind) => [kind, { ...tables[kind] }])) as object as State['tables'],
    names: new Map(names),
    numbers,
    pending,
  };
}

/** Members of each kind that no two records share, and members that never change. */
const uniqueOf = mapKinds((kind) => Object.entries(placements[kind].unique));
const fixedOf = mapKinds((kind) => [...placements[kind].identity, ...Object.keys(placements[kind].reference)]);
const parentMember = mapKinds((kind) => Object.keys(placements[kind].reference)[0]);

function mapKinds<Value>(of: (kind: RecordKind) => Value): Readonly<Record<RecordKind, Value>> {
  return Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<RecordKind, Value>;
}

/** Returns what identifies a record of a kind; `undefined` for a pulled comment without an id. */
function keyOf<K extends RecordKind>(kind: K, record: RecordsByKind[K]): string | undefined {
  if (kind === 'issues') return issueKey(record as IssueRecord);
  const { id, key, token } = record as { id?: unknown; key?: string; token?: string };
  const own = key ?? token ?? id ?? undefined;
  return own === undefined ? undefined : String(own);
}

/** Returns the key of the record above; empty if there is none. */
function parentKeyOf<K extends RecordKind>(kind: K, record: RecordsByKind[K]): string {
  if (kind === 'comments') return issueKey(record as CommentRecord);
  const reference = parentMember[kind];
  return reference === undefined ? '' : String(Reflect.get(record, reference));
}

/** The changeable state of an issue. */
interface IssueState {
  readonly status?: IssueStatus | undefined;
  readonly priority?: IssuePriority | undefined;
}

/** Returns the fields that a change of state sets. Setting the present value is a change, too (GAP-34). */
export function stateChanges(
  issue: IssueRecord,
  { status, priority }: IssueState,
  now: number,
): Partial<IssueRecord> & { updatedAt: string } {
  // enforces STA-4
  const updatedAt = new Date(Math.max(now, Date.parse(issue.updatedAt) + 1 || now)).toISOString();
  return { updatedAt, ...(status && { status }), ...(priority && { priority }) };
}

/** All records. Records never change: a write replaces a record with a new version, so snapshots can share records. */
export class Store {
  #state = emptyState();
  /** Maps that no snapshot shares. */
  #own = new WeakSet<object>();
  /** Issues of a project by number and in list order. Sorted on first use, and dropped by a write: reads are more frequent. */
  readonly #sorted = new Map<string, { readonly order: IssueOrder; readonly issues: readonly IssueRecord[] }>();
  /** Order of the issue list in every project (GAP-7). */
  order: IssueOrder;
  /** Time for which reads don't see a write to an issue, in milliseconds (GAP-57). */
  lag = 0;
  /** Called once after every change, with the kinds of the changed records. */
  onChange: ((kinds: ReadonlySet<RecordKind>) => void) | undefined;
  /** Increases with each change. */
  revision = 0;

  constructor(order: IssueOrder) {
    this.order = order;
  }

  get<K extends RecordKind>(kind: K, key: string): RecordsByKind[K] | undefined {
    return this.#state.tables[kind].rows.get(key);
  }

  /** Returns all records in order of creation; issues by number. */
  *all<K extends RecordKind>(kind: K): Iterable<RecordsByKind[K]> {
    if (kind !== 'issues') yield* this.#state.tables[kind].rows.values();
    else for (const id of this.#state.tables.projects.rows.keys()) yield* this.of(kind, id);
  }

  /** Returns the records below one, in order of creation; issues by number. */
  of<K extends RecordKind>(kind: K, parentKey: string): readonly RecordsByKind[K][] {
    const rows = [...(this.#state.tables[kind].groups.get(parentKey)?.values() ?? [])];
    return kind === 'issues' ? ((rows as IssueRecord[]).sort(byNumber) as RecordsByKind[K][]) : rows;
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
    return this.get('organizations', this.#state.names.get('organization slug')?.get(slug) ?? '');
  }

  /** Whether a record has this value in a unique member. */
  isTaken(what: string, value: string): boolean {
    return this.#state.names.get(what)?.has(value) ?? false;
  }

  /** Returns a number that no issue of the project has had. */
  nextNumber(projectId: string): number {
    return (this.#state.numbers.get(projectId) ?? 0) + 1;
  }

  /** Prevents numbers up to this one from being given. */
  reserveNumbers(projectId: string, upTo: number): void {
    const { numbers } = this.#state;
    if (upTo <= (numbers.get(projectId) ?? 0)) return;
    this.#state.numbers = this.#writable(numbers).set(projectId, upTo);
  }

  /** Finds the present version of a record by any version of it. */
  find<K extends RecordKind>(kind: K, record: RecordsByKind[K]): RecordsByKind[K] | undefined {
    return this.get(kind, this.#keyOf(kind, record));
  }

  /** @param isExact `false` for data of a service, where other values may be duplicate. @throws TypeError if it exists, or its parent doesn't. */
  add<K extends RecordKind>(kind: K, record: RecordsByKind[K], isExact = true): void {
    const { parent } = placements[kind];
    const parentKey = parentKeyOf(kind, record);
    if (parent && !this.get(parent, parentKey))
      throw new TypeError(`There is no ${nounOf(parent)} ${shown(parentKey)}.`);
    const key = keyOf(kind, record);
    if (key !== undefined && this.get(kind, key) && (isExact || kind !== 'comments')) {
      const which = kind === 'apiKeys' ? 'svc_…' : kind === 'accessTokens' ? '…' : shown(key);
      throw new TypeError(`The ${nounOf(kind)} ${which} already exists.`);
    }
    for (const [member, what] of uniqueOf[kind]) {
      const value = String(Reflect.get(record, member));
      if (isExact && this.isTaken(what, value)) throw new TypeError(`The ${what} ${value} already exists.`);
    }
    const { rows } = this.#state.tables[kind];
    this.#put(kind, key === undefined || rows.has(key) ? `#${rows.size}/${parentKey}` : key, record, true);
    this.#changed(new Set([kind]));
  }

  /**
   * Changes members of a record. Accepts any version of it. @returns the new version.
   *
   * @throws TypeError if the record was deleted, or the change includes a member that identifies it.
   */
  change<K extends RecordKind>(
    kind: K,
    version: RecordsByKind[K],
    changes: Partial<RecordsByKind[K]>,
  ): RecordsByKind[K] {
    const key = this.#keyOf(kind, version);
    const present = this.get(kind, key);
    if (!present) throw new TypeError('The record to change was deleted.');
    const record = { ...present, ...changes };
    for (const member of fixedOf[kind]) {
      if (Reflect.get(record, member) !== Reflect.get(present, member))
        throw new TypeError(`${member} identifies the record and can't be changed.`);
    }
    this.#put(kind, key, record, false);
    this.#changed(new Set([kind]));
    return record;
  }

  /** Deletes a record and its dependents. Accepts any version of it. */
  remove<K extends RecordKind>(kind: K, record: RecordsByKind[K]): void {
    const removed = new Set<RecordKind>();
    this.#remove(kind, this.#keyOf(kind, record), removed);
    this.#changed(removed);
  }

  /** Deletes all records. */
  clear(): void {
    this.restore(emptyState());
  }

  /** Takes no time: the first write to each map copies it. */
  snapshot(): StoreSnapshot {
    this.#own = new WeakSet();
    return copyOf(this.#state);
  }

  restore(snapshot: StoreSnapshot): void {
    // The cast is safe because only `snapshot` makes them.
    this.#state = copyOf(snapshot as State);
    this.#own = new WeakSet();
    this.#sorted.clear();
    this.#changed(new Set(kinds));
  }

  /** Returns all records by kind. */
  records(): AllRecords {
    // The cast is safe because each kind has its own records.
    return Object.fromEntries(kinds.map((kind) => [kind, [...this.all(kind)]])) as object as AllRecords;
  }

  /** Changes an issue, now or after the lag. */
  changeIssue(issue: IssueRecord, changes: Partial<IssueRecord>, now: number): void {
    if (this.lag === 0) this.change('issues', this.applyAllTo(issue), changes);
    else this.#delay({ ...pathOf(issue), at: now + this.lag, changes });
  }

  /** Adds a comment, now or after the lag. */
  addComment(comment: CommentRecord, now: number): void {
    if (this.lag === 0) this.add('comments', comment);
    else this.#delay({ ...pathOf(comment), at: now + this.lag, comment });
  }

  /** Applies writes that are due. Called before each request. */
  applyDue(now: number): void {
    if (this.pending.length > 0) this.#apply(({ at }) => at <= now);
  }

  /** Returns an issue with its pending writes, which further writes build on. */
  withPendingWrites(issue: IssueRecord): IssueRecord {
    const its = this.pending.filter((write) => issueKey(write) === issueKey(issue));
    return its.length === 0 ? issue : Object.assign({ ...issue }, ...its.map(({ changes }) => changes));
  }

  /** Applies all pending writes to an issue, so that none overwrites a later immediate write. @returns the issue after them. */
  applyAllTo(issue: IssueRecord): IssueRecord {
    if (this.pending.length === 0) return issue;
    this.#apply((write) => issueKey(write) === issueKey(issue));
    return this.find('issues', issue) ?? issue;
  }

  /** Writes that reads don't see yet, earliest first. */
  get pending(): readonly PendingWrite[] {
    return this.#state.pending;
  }

  #delay(write: PendingWrite): void {
    this.#state.pending = [...this.pending, write];
    this.revision++;
  }

  #apply(isDue: (write: PendingWrite) => boolean): void {
    const due = this.pending.filter(isDue);
    this.#state.pending = this.pending.filter((write) => !due.includes(write));
    for (const { projectId, issueNumber, changes, comment } of due) {
      // The issue may have been deleted meanwhile.
      const issue = this.issue(projectId, issueNumber);
      if (issue && changes) this.change('issues', issue, changes);
      if (issue && comment) this.add('comments', comment);
    }
  }

  /** Returns the key of a stored record. Pulled comments may have no id, or that of another. */
  #keyOf<K extends RecordKind>(kind: K, record: RecordsByKind[K]): string {
    const key = keyOf(kind, record);
    if (kind !== 'comments' || (key !== undefined && this.get(kind, key) === record)) return key ?? '';
    for (const [own, other] of this.#state.tables[kind].groups.get(parentKeyOf(kind, record)) ?? [])
      if (other === record) return own;
    return key ?? '';
  }

  #put<K extends RecordKind>(kind: K, key: string, record: RecordsByKind[K], isNew: boolean): void {
    const { tables, names } = this.#state;
    const table = tables[kind];
    const parentKey = parentKeyOf(kind, record);
    table.rows = this.#writable(table.rows).set(key, record);
    const group = table.groups.get(parentKey);
    const written = (group ? this.#writable(group) : this.#writable(new Map())).set(key, record);
    if (written !== group) table.groups = this.#writable(table.groups).set(parentKey, written);
    for (const [member, what] of isNew ? uniqueOf[kind] : []) {
      const value: unknown = Reflect.get(record, member);
      if (typeof value === 'string') names.set(what, this.#writable(names.get(what) ?? new Map()).set(value, key));
    }
    const { nextIssueNumber = 1 } = record as { nextIssueNumber?: number };
    if (kind === 'projects') this.reserveNumbers(key, nextIssueNumber - 1);
    if (kind !== 'issues') return;
    this.reserveNumbers(parentKey, (record as IssueRecord).issueNumber);
    this.#sorted.delete(parentKey);
  }

  #remove<K extends RecordKind>(kind: K, key: string, removed: Set<RecordKind>): void {
    const { tables, names } = this.#state;
    const record = this.get(kind, key);
    if (!record) return;
    for (const below of kindsIn(kind)) {
      for (const child of [...(tables[below].groups.get(key)?.keys() ?? [])]) this.#remove(below, child, removed);
      this.#delete(tables[below], 'groups', key);
    }
    const parentKey = parentKeyOf(kind, record);
    const table = tables[kind];
    this.#delete(table, 'rows', key);
    const group = this.#writable(table.groups.get(parentKey) ?? new Map<string, RecordsByKind[K]>());
    group.delete(key);
    table.groups = this.#writable(table.groups).set(parentKey, group);
    for (const [member, what] of uniqueOf[kind]) {
      const taken = this.#writable(names.get(what) ?? new Map<string, string>());
      taken.delete(String(Reflect.get(record, member)));
      names.set(what, taken);
    }
    if (kind === 'issues') this.#sorted.delete(parentKey);
    removed.add(kind);
  }

  #delete<Member extends 'rows' | 'groups'>(
    table: { [M in Member]: Map<string, unknown> },
    member: Member,
    key: string,
  ): void {
    if (!table[member].has(key)) return;
    table[member] = this.#writable(table[member]);
    table[member].delete(key);
  }

  /** Returns a map to write to: a copy, if a snapshot shares it. */
  #writable<Value>(map: Map<string, Value>): Map<string, Value> {
    if (this.#own.has(map)) return map;
    const copy = new Map(map);
    this.#own.add(copy);
    return copy;
  }

  #changed(changed: ReadonlySet<RecordKind>): void {
    this.revision++;
    this.onChange?.(changed);
  }
}

const byNumber = (a: IssueRecord, b: IssueRecord) => a.issueNumber - b.issueNumber;
const pathOf = ({ projectId, issueNumber }: IssuePath): IssuePath => ({ projectId, issueNumber });
/** A key in a message: an issue's is `3 in prj_web`. */
const shown = (key: string) => key.replace(/^(.*)\/(\d+)$/, '$2 in $1');

/** What a record of a kind is called in messages. */
export function nounOf(kind: RecordKind): string {
  return { apiKeys: 'API key', accessTokens: 'access token' }[kind as string] ?? kind.slice(0, -1);
}
