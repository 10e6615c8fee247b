import type { History } from '../history.ts';
import { Journal, type Write } from './journal.ts';
import { byKind, keyMember, keyOf, kinds, kindsIn, parentKeyOf, placements, uniqueMembers } from './placements.ts';
import { shownKey } from './record-name.ts';
import type { IssueRecord, ProjectRecord, RecordKind, RecordsByKind } from './records.ts';
import { nothing, Records, sharing, type Table, type Version } from './versions.ts';

/** A version that reads see until a time, because the writes after it lag (GAP-57). */
interface PastVersion {
  readonly until: number;
  readonly records: Records;
}

/** A saved state of a store. */
export interface StoreSnapshot {
  readonly version: Version;
  readonly past: readonly PastVersion[];
}

/** The present records. All writes to records are here. */
export class Store extends Records {
  /** Maps and lists that no saved version shares. */
  #own = new Set<object>();
  readonly #newJournal = () => new Journal(this, (writes) => this.#put(writes));
  /** Oldest first. */
  #past: readonly PastVersion[] = [];
  /** Time for which reads don't see what a request writes, in milliseconds (GAP-57). */
  lag = 0;
  /** Called once after every change, with the kinds of the changed records. */
  onChange: ((kinds: ReadonlySet<RecordKind>) => void) | undefined;
  /** Increases with each change. */
  revision = 0;
  /** Increases with each request that writes. */
  written = 0;
  /** Notes changes from outside the API. */
  history: History | undefined;

  /** Returns the records as reads see them. Asks for the time only if writes lag: that takes longer than finding a record. */
  seenAt(now: () => number): Records {
    if (this.#past.length === 0) return this;
    const at = now();
    this.#past = this.#past.filter(({ until }) => until > at);
    const [oldest] = this.#past;
    if (!oldest) return this;
    oldest.records.order = this.order;
    return oldest.records;
  }

  /** Handles a request: reads see what it writes after the lag. All other writes, and those before them, are seen at once. */
  handle<Result>(now: () => number, handle: () => Result): Result {
    const { revision, lag } = this;
    const before = lag > 0 && { until: now() + lag, records: new Records(this.order, this.#save()) };
    const past = before ? [...this.#past, before] : [];
    const result = handle();
    if (this.revision === revision) return result;
    this.#past = past;
    this.written++;
    return result;
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
    const own = keyOf(kind, record);
    if (kind === 'issues' && this.get(kind, own ?? ''))
      throw new TypeError(`The issue ${shownKey(own ?? '')} already exists.`);
    const taken = isExact && this.takenName(kind, record);
    if (taken) throw new TypeError(`The ${taken} already exists.`);
    const key = own === undefined || this.get(kind, own) ? this.#freeKey(kind, parentKey) : own;
    this.#place(kind, key, parentKey);
    this.#write(kind, key, record);
    if (kind === 'projects') this.reserveNumbers(key, ((record as ProjectRecord).nextIssueNumber ?? 1) - 1);
    if (kind === 'issues') this.reserveNumbers(parentKey, (record as IssueRecord).issueNumber);
    this.#changed(new Set([kind]));
  }

  /** Changes members of a record, but none that identifies it. Accepts any version of it. @returns the new version. */
  change<K extends RecordKind>(
    kind: K,
    version: RecordsByKind[K],
    changes: Partial<RecordsByKind[K]>,
  ): RecordsByKind[K] {
    const key = this.#keyOf(kind, version);
    const present = this.get(kind, key);
    if (!present) throw new TypeError('The record to change was deleted.');
    const record = { ...present, ...changes };
    this.#write(kind, key, record);
    this.#changed(new Set([kind]));
    return record;
  }

  /** Deletes a record and its dependents. Accepts any version of it. */
  remove<K extends RecordKind>(kind: K, record: RecordsByKind[K]): void {
    const removed = this.#removeAll(kind, this.#keyOf(kind, record));
    for (const each of removed) this.#compact(each);
    this.#changed(removed);
  }

  /** Deletes all records. */
  clear(): void {
    this.restore({ version: nothing, past: [] });
  }

  /** Takes no time: the first write to each map copies it. */
  snapshot(): StoreSnapshot {
    return { version: this.#save(), past: this.#past };
  }

  restore({ version, past }: StoreSnapshot): void {
    this.version = sharing(version);
    this.#own = new Set();
    this.#changed(new Set(kinds), past);
  }

  /** Prevents numbers up to this one from being given. */
  reserveNumbers(projectId: string, upTo: number): void {
    if (upTo <= (this.version.numbers.get(projectId) ?? 0) || upTo > highestInSequence) return;
    this.version.numbers = this.#writable(this.version.numbers).set(projectId, upTo);
  }

  /** Puts records into their places, parents before their dependents. */
  #put(writes: readonly Write[]): void {
    for (const { kind, key, record } of writes) {
      const parentKey = record && parentKeyOf(kind, record);
      // Another record may have had its key meanwhile.
      if (parentKey !== undefined && !this.version.tables[kind].groups.get(parentKey)?.includes(key))
        this.#place(kind, key, parentKey);
      this.#write(kind, key, record);
    }
    this.#changed(new Set(writes.map(({ kind }) => kind)));
  }

  #save(): Version {
    this.#own = new Set();
    return sharing(this.version);
  }

  /** Returns a map, list or table to write to: a copy, if a saved version shares it. */
  #writable<Part extends object>(part: Part): Part {
    if (this.#own.has(part)) return part;
    const copy = Array.isArray(part) ? [...part] : part instanceof Map ? new Map(part) : { ...part };
    this.#own.add(copy);
    // It has the same entries.
    return copy as Part;
  }

  /** Returns the table of a kind to write to, but for its maps. */
  #table<K extends RecordKind>(kind: K): Table<RecordsByKind[K]> {
    const { tables } = this.version;
    const table: Table<RecordsByKind[K]> = this.#writable(tables[kind]);
    // It is that of the kind.
    tables[kind] = table as Version['tables'][K];
    return table;
  }

  /** Puts a record into its place, or leaves that empty. */
  #write<K extends RecordKind>(kind: K, key: string, record: RecordsByKind[K] | undefined): void {
    const table = this.#table(kind);
    const before = table.rows.get(key);
    if (!record && !before) return;
    if (!before && table.rows.has(key)) table.empty--;
    table.rows = this.#writable(table.rows).set(key, record);
    if (!record) table.empty++;
    if (this.history?.isOpen) this.history.part(this, this.#newJournal)?.note(kind, key, before, record);
    const member = named[kind];
    // A pulled record may have any value.
    const name: unknown = record && !before && member !== undefined ? Reflect.get(record, member) : undefined;
    if (typeof name === 'string') table.names = this.#writable(table.names).set(name, key);
    if (kind === 'issues') this.#sort(before as IssueRecord | undefined, record as IssueRecord | undefined);
  }

  /** Keeps the list of a project in order, or forgets it. */
  #sort(before: IssueRecord | undefined, after: IssueRecord | undefined): void {
    const { projectId = '' } = before ?? after ?? {};
    this.version.lists = this.#writable(this.version.lists);
    const { lists } = this.version;
    const list = lists.get(projectId);
    if (list && before && after && list.order(before, after) === 0) {
      const issues = this.#writable(list.issues);
      issues[issues.indexOf(before)] = after;
      lists.set(projectId, { ...list, issues });
    } else lists.delete(projectId);
  }

  /** Makes the last place of a kind, for a new record. */
  #place(kind: RecordKind, key: string, parentKey: string): void {
    const table: Table<unknown> = this.#table(kind);
    table.groups = this.#writable(table.groups);
    const { groups } = table;
    // Not in the place of a deleted one, which may have had another parent.
    if (table.rows.has(key)) {
      table.rows = this.#writable(table.rows);
      table.rows.delete(key);
      table.empty--;
      for (const [parent, keys] of groups) if (keys.includes(key)) groups.set(parent, without(keys, key));
    }
    const keys = this.#writable(groups.get(parentKey) ?? []);
    keys.push(key);
    groups.set(parentKey, keys);
  }

  /** Drops the empty places of a kind once they are most: a loop that creates and deletes must not fill the memory. */
  #compact(kind: RecordKind): void {
    const table: Table<unknown> = this.#table(kind);
    if (table.empty < mostEmpty || table.empty * 2 < table.rows.size) return;
    const rows = new Map([...table.rows].filter(([, row]) => row !== undefined));
    const lists = [...table.groups].map(
      ([parentKey, keys]) => [parentKey, keys.filter((key) => rows.has(key))] as const,
    );
    const groups = new Map(lists.filter(([, keys]) => keys.length > 0));
    const names = new Map([...table.names].filter(([, key]) => rows.has(key)));
    Object.assign(table, { rows, groups, names, empty: 0 } satisfies Table<unknown>);
  }

  /** Returns a key for a record without one of its own. */
  #freeKey(kind: RecordKind, parentKey: string): string {
    const { rows } = this.version.tables[kind];
    let number = rows.size;
    while (rows.has(`#${number}/${parentKey}`)) number++;
    return `#${number}/${parentKey}`;
  }

  /** Returns the key of a stored record. Pulled comments may have no id, or that of another. */
  #keyOf<K extends RecordKind>(kind: K, record: RecordsByKind[K]): string {
    const key = keyOf(kind, record) ?? '';
    if (kind !== 'comments' || this.get(kind, key) === record) return key;
    const siblings = this.version.tables[kind].groups.get(parentKeyOf(kind, record)) ?? [];
    return siblings.find((own) => this.get(kind, own) === record) ?? key;
  }

  /** Deletes a record and its dependents. @returns their kinds. */
  #removeAll(kind: RecordKind, key: string, removed = new Set<RecordKind>()): ReadonlySet<RecordKind> {
    if (!this.get(kind, key)) return removed;
    for (const below of kindsIn(kind))
      for (const child of this.version.tables[below].groups.get(key) ?? []) this.#removeAll(below, child, removed);
    this.#write(kind, key, undefined);
    return removed.add(kind);
  }

  #changed(changed: ReadonlySet<RecordKind>, past: readonly PastVersion[] = []): void {
    this.#past = past;
    this.revision++;
    this.onChange?.(changed);
  }
}

const without = (keys: readonly string[], key: string) => keys.filter((each) => each !== key);

/** Higher numbers are made up by tests: after them, issues still get numbers. */
const highestInSequence = 2 ** 31 - 1;

/** Empty places of a kind that always stay. */
const mostEmpty = 1000;

/** The unique member of each kind that is no key. */
const named = byKind((kind) => uniqueMembers[kind].map(([member]) => member).find((each) => each !== keyMember(kind)));
