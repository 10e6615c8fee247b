import { Directory } from './directory.ts';
import type { IssueOrder } from './project-issues.ts';
import { kinds, recordKinds } from './record-kinds.ts';
import type { IssueRecord, RecordKind, RecordsByKind } from './records.ts';

/** A saved state of a store. */
export type StoreSnapshot = Pick<Directory, 'copy'>;

/** All records, by kind and in order of creation; issues by number. */
export type AllRecords = { readonly [K in RecordKind]: RecordsByKind[K][] };

/**
 * All records. Records never change: a write replaces a record with a new version, so snapshots can share records.
 */
export class Store {
  #directory = new Directory();
  /** Order of the issue list in every project (GAP-7). */
  order: IssueOrder;
  /** Called once after every change, with the kinds of the changed records. */
  onChange: ((kinds: ReadonlySet<RecordKind>) => void) | undefined;
  /** Increases with each change. */
  revision = 0;

  constructor(order: IssueOrder) {
    this.order = order;
  }

  /** The present records, for reading. */
  get directory(): Directory {
    return this.#directory;
  }

  /** Returns the issues of a project in list order. */
  issuesInOrder(projectId: string): readonly IssueRecord[] {
    return this.#directory.issues.get(projectId)?.inOrder(this.order) ?? [];
  }

  all<K extends RecordKind>(kind: K): Iterable<RecordsByKind[K]> {
    return recordKinds[kind].all(this.#directory);
  }

  /** Finds the present version of a record by any version of it. */
  find<K extends RecordKind>(kind: K, record: RecordsByKind[K]): RecordsByKind[K] | undefined {
    return recordKinds[kind].find(this.#directory, record);
  }

  /** @throws TypeError if the record exists, or its parent doesn't. */
  add<K extends RecordKind>(kind: K, record: RecordsByKind[K]): void {
    recordKinds[kind].checkNew(this.#directory, record);
    recordKinds[kind].put(this.#directory, record);
    this.revision++;
    this.onChange?.(new Set([kind]));
  }

  /**
   * Changes members of a record. Accepts any version of it. @returns the new version.
   *
   * @throws TypeError if the record was deleted, or the change includes a member that identifies it.
   */
  change<K extends RecordKind>(
    kind: K,
    record: RecordsByKind[K],
    changes: Partial<RecordsByKind[K]>,
  ): RecordsByKind[K] {
    return this.replace(kind, { ...this.#present(kind, record), ...changes }, record);
  }

  /** Replaces a record. Accepts any version of it. @returns the new version. @throws TypeError like `change`. */
  replace<K extends RecordKind>(kind: K, record: RecordsByKind[K], version: RecordsByKind[K]): RecordsByKind[K] {
    const present = this.#present(kind, version);
    for (const member of recordKinds[kind].identity) {
      if (record[member] !== present[member]) {
        throw new TypeError(`${member} identifies the record and can't be changed.`);
      }
    }
    recordKinds[kind].put(this.#directory, record, present);
    this.revision++;
    this.onChange?.(new Set([kind]));
    return record;
  }

  /** Deletes a record and its dependents. Accepts any version of it. */
  remove<K extends RecordKind>(kind: K, record: RecordsByKind[K]): void {
    const removed = new Set<RecordKind>();
    this.#removeWithDependents(kind, record, removed);
    this.revision++;
    this.onChange?.(removed);
  }

  /** Deletes all records. */
  clear(): void {
    this.restore(new Directory());
  }

  snapshot(): StoreSnapshot {
    return this.#directory.copy();
  }

  restore(snapshot: StoreSnapshot): void {
    this.#directory = snapshot.copy();
    this.revision++;
    this.onChange?.(new Set(kinds));
  }

  /** Returns all records by kind. */
  records(): AllRecords {
    const lists = kinds.map((kind) => [kind, [...this.all(kind)]]);
    // The cast is safe because each kind has its own records.
    return Object.fromEntries(lists) as AllRecords;
  }

  #present<K extends RecordKind>(kind: K, record: RecordsByKind[K]): RecordsByKind[K] {
    const present = this.find(kind, record);
    if (!present) throw new TypeError('The record to change was deleted.');
    return present;
  }

  #removeWithDependents<K extends RecordKind>(kind: K, record: RecordsByKind[K], removed: Set<RecordKind>): void {
    const present = this.find(kind, record);
    if (!present) return;
    // From the end: removing the last element of an array is cheapest.
    for (const dependent of [...(recordKinds[kind].dependents?.(this.#directory, present) ?? [])].reverse()) {
      this.#removeWithDependents(dependent.kind, dependent.record, removed);
    }
    recordKinds[kind].remove(this.#directory, present);
    removed.add(kind);
  }
}
