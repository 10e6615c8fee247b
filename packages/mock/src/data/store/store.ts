import { Directory } from './directory.ts';
import type { IssueOrder } from './project-issues.ts';
import { kinds, recordKinds } from './record-kinds.ts';
import type { IssueRecord, Kind, RecordsByKind } from './records.ts';

/** A store at one moment, to go back to. */
export type StoreSnapshot = Pick<Directory, 'share'>;

/** One version of a record in the place of another: no `from` for one that came, no `to` for one that went. */
export type RecordChange = {
  [K in Kind]: {
    readonly kind: K;
    readonly from: RecordsByKind[K] | undefined;
    readonly to: RecordsByKind[K] | undefined;
  };
}[Kind];

/** Every record, by kind and in order of creation; issues by number. */
export type AllRecords = { readonly [K in Kind]: RecordsByKind[K][] };

/**
 * All records. They never change: a write puts another version in the place of a record, so whoever holds one, as a
 * snapshot does, holds it as it was.
 */
export class Store {
  #directory = new Directory();
  /** Order of the issue list in every project (GAP-7). */
  order: IssueOrder;
  /** Told after every change, with the kind of record, or none when all may have changed. */
  onChange: ((kind?: Kind) => void) | undefined;
  /** Takes down each change of a record while it is there. */
  recording: RecordChange[] | undefined;
  /** How often all records were replaced. */
  restorations = 0;
  /** Another number after each change. */
  revision = 0;

  constructor(order: IssueOrder) {
    this.order = order;
  }

  /** The present records, to be read. */
  get directory(): Directory {
    return this.#directory;
  }

  /** The issues of a project in list order. Good until the next write. */
  issuesInOrder(projectId: string): readonly IssueRecord[] {
    return this.#directory.issues.get(projectId)?.inOrder(this.order) ?? [];
  }

  all<K extends Kind>(kind: K): Iterable<RecordsByKind[K]> {
    return recordKinds[kind].all(this.#directory);
  }

  /** Returns the present version of a record, given any version of it. */
  find<K extends Kind>(kind: K, record: RecordsByKind[K]): RecordsByKind[K] | undefined {
    return recordKinds[kind].find(this.#directory, record);
  }

  /** @throws TypeError when the record is there already, or its parent is missing. */
  add<K extends Kind>(kind: K, record: RecordsByKind[K]): void {
    recordKinds[kind].checkNew(this.#directory, record);
    recordKinds[kind].put(this.#directory, record);
    this.revision++;
    this.#record(kind, undefined, record);
    this.onChange?.(kind);
  }

  /**
   * Changes members of a record, of which any version will do. @returns what the record is now.
   *
   * @throws TypeError when it is gone, or the change touches a member that identifies it.
   */
  change<K extends Kind>(kind: K, record: RecordsByKind[K], changes: Partial<RecordsByKind[K]>): RecordsByKind[K] {
    return this.replace(kind, { ...this.#present(kind, record), ...changes }, record);
  }

  /** Puts a record in the place of another version of it, any one. @returns it. @throws TypeError as `change`. */
  replace<K extends Kind>(kind: K, record: RecordsByKind[K], version: RecordsByKind[K]): RecordsByKind[K] {
    const present = this.#present(kind, version);
    for (const member of recordKinds[kind].identity) {
      if (record[member] !== present[member]) {
        throw new TypeError(`${member} says which record it is and can't change.`);
      }
    }
    recordKinds[kind].put(this.#directory, record, present);
    this.revision++;
    this.#record(kind, present, record);
    this.onChange?.(kind);
    return record;
  }

  /** Takes out a record, of which any version will do, and everything that belongs to it. */
  remove<K extends Kind>(kind: K, record: RecordsByKind[K]): void {
    const removed = new Set<Kind>();
    this.#takeOut(kind, record, removed);
    this.revision++;
    for (const gone of removed) this.onChange?.(gone);
  }

  /** Takes out everything. Requests that wait meanwhile came to another world: they are as lost as after a restore. */
  clear(): void {
    this.restore(new Directory());
  }

  /** Takes everything down, which costs nothing; the first write to a table afterwards copies that table. */
  snapshot(): StoreSnapshot {
    return this.#directory.share();
  }

  restore(snapshot: StoreSnapshot): void {
    this.#directory = snapshot.share();
    this.revision++;
    this.restorations++;
    this.onChange?.();
  }

  /** Every record: to be written out. */
  records(): AllRecords {
    const lists = kinds.map((kind) => [kind, [...this.all(kind)]]);
    // Each kind with a list of its own records.
    return Object.fromEntries(lists) as AllRecords;
  }

  #present<K extends Kind>(kind: K, record: RecordsByKind[K]): RecordsByKind[K] {
    const present = this.find(kind, record);
    if (!present) throw new TypeError('The record to change is gone.');
    return present;
  }

  #record<K extends Kind>(kind: K, from: RecordsByKind[K] | undefined, to: RecordsByKind[K] | undefined): void {
    // A kind with two versions of one of its records.
    this.recording?.push({ kind, from, to } as RecordChange);
  }

  #takeOut<K extends Kind>(kind: K, record: RecordsByKind[K], removed: Set<Kind>): void {
    const present = this.find(kind, record);
    if (!present) return;
    // The last ones first, as lists are soonest cut off at their ends.
    for (const dependent of [...(recordKinds[kind].dependents?.(this.#directory, present) ?? [])].reverse()) {
      this.#takeOut(dependent.kind, dependent.record, removed);
    }
    recordKinds[kind].remove(this.#directory, present);
    this.#record(kind, present, undefined);
    removed.add(kind);
  }
}
