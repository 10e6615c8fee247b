import { Directory } from './directory.ts';
import type { IssueOrder } from './project-issues.ts';
import { kinds, recordKinds } from './record-kinds.ts';
import type { IssueRecord, RecordKind, RecordsByKind } from './records.ts';

/** A store at one moment, to go back to. */
export type StoreSnapshot = Pick<Directory, 'copy'>;

/** Every record, by kind and in order of creation; issues by number. */
export type AllRecords = { readonly [K in RecordKind]: RecordsByKind[K][] };

/**
 * All records. They never change: a write puts another version in the place of a record, so a
 * snapshot that holds a record holds it as it was.
 */
export class Store {
  #directory = new Directory();
  /** Order of the issue list in every project (GAP-7). */
  order: IssueOrder;
  /** Called once after every change, with the kinds of records that it touched. */
  onChange: ((touched: ReadonlySet<RecordKind>) => void) | undefined;
  /** Another number after each change. */
  revision = 0;

  constructor(order: IssueOrder) {
    this.order = order;
  }

  /** The present records, to be read. */
  get directory(): Directory {
    return this.#directory;
  }

  /** The issues of a project in list order. */
  issuesInOrder(projectId: string): readonly IssueRecord[] {
    return this.#directory.issues.get(projectId)?.inOrder(this.order) ?? [];
  }

  all<K extends RecordKind>(kind: K): Iterable<RecordsByKind[K]> {
    return recordKinds[kind].all(this.#directory);
  }

  /** Returns the present version of a record, given any version of it. */
  find<K extends RecordKind>(kind: K, record: RecordsByKind[K]): RecordsByKind[K] | undefined {
    return recordKinds[kind].find(this.#directory, record);
  }

  /** @throws TypeError when the record is there already, or its parent is missing. */
  add<K extends RecordKind>(kind: K, record: RecordsByKind[K]): void {
    recordKinds[kind].checkNew(this.#directory, record);
    recordKinds[kind].put(this.#directory, record);
    this.revision++;
    this.onChange?.(new Set([kind]));
  }

  /**
   * Changes members of a record, of which any version will do. @returns what the record is now.
   *
   * @throws TypeError when it is gone, or the change touches a member that identifies it.
   */
  change<K extends RecordKind>(
    kind: K,
    record: RecordsByKind[K],
    changes: Partial<RecordsByKind[K]>,
  ): RecordsByKind[K] {
    return this.replace(kind, { ...this.#present(kind, record), ...changes }, record);
  }

  /** Puts a record in the place of another version of it, any one. @returns it. @throws TypeError as `change`. */
  replace<K extends RecordKind>(kind: K, record: RecordsByKind[K], version: RecordsByKind[K]): RecordsByKind[K] {
    const present = this.#present(kind, version);
    for (const member of recordKinds[kind].identity) {
      if (record[member] !== present[member]) {
        throw new TypeError(`${member} says which record it is and can't change.`);
      }
    }
    recordKinds[kind].put(this.#directory, record, present);
    this.revision++;
    this.onChange?.(new Set([kind]));
    return record;
  }

  /** Takes out a record, of which any version will do, and everything that belongs to it. */
  remove<K extends RecordKind>(kind: K, record: RecordsByKind[K]): void {
    const removed = new Set<RecordKind>();
    this.#removeWithDependents(kind, record, removed);
    this.revision++;
    this.onChange?.(removed);
  }

  /** Takes out everything. Requests that wait meanwhile came to another world: they are as lost as after a restore. */
  clear(): void {
    this.restore(new Directory());
  }

  /** Copies the tables, not the records, which never change. */
  snapshot(): StoreSnapshot {
    return this.#directory.copy();
  }

  restore(snapshot: StoreSnapshot): void {
    this.#directory = snapshot.copy();
    this.revision++;
    this.onChange?.(new Set(kinds));
  }

  /** Every record: to be written out. */
  records(): AllRecords {
    const lists = kinds.map((kind) => [kind, [...this.all(kind)]]);
    // Each kind with a list of its own records.
    return Object.fromEntries(lists) as AllRecords;
  }

  #present<K extends RecordKind>(kind: K, record: RecordsByKind[K]): RecordsByKind[K] {
    const present = this.find(kind, record);
    if (!present) throw new TypeError('The record to change is gone.');
    return present;
  }

  #removeWithDependents<K extends RecordKind>(kind: K, record: RecordsByKind[K], removed: Set<RecordKind>): void {
    const present = this.find(kind, record);
    if (!present) return;
    // The last ones first, as lists are soonest cut off at their ends.
    for (const dependent of [...(recordKinds[kind].dependents?.(this.#directory, present) ?? [])].reverse()) {
      this.#removeWithDependents(dependent.kind, dependent.record, removed);
    }
    recordKinds[kind].remove(this.#directory, present);
    removed.add(kind);
  }
}
