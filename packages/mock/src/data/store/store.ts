import { Directory } from './directory.ts';
import { type AllRecords, History, type StoreSnapshot } from './history.ts';
import type { IssueOrder } from './issue-list.ts';
import { recordKinds } from './record-kinds.ts';
import type { AnyRecord, Kind, RecordsByKind } from './records.ts';

/** Told of every record that comes and goes. */
export interface StoreObserver {
  added<K extends Kind>(kind: K, record: RecordsByKind[K]): void;
  /** A record and everything that belonged to it. */
  removed(records: readonly AnyRecord[]): void;
  /** The store has gone back to a snapshot, in which there are others of these kinds. */
  restored(kinds: ReadonlySet<Kind>): void;
}

/**
 * All records: live objects, the same ones from creation to deletion, and again when a snapshot brings them back. Nothing
 * but this folder changes one, and no response hands one out without copying.
 */
export class Store {
  readonly directory: Directory;
  observer: StoreObserver | undefined;
  /** Told after every change, with the kind of record, or none when all may have changed. */
  onChange: ((kind?: Kind) => void) | undefined;
  /** How often it has gone back to a snapshot. */
  restorations = 0;
  /** Another number after each change. */
  revision = 0;
  /** Absent while the world is put in. */
  #history: History | undefined;

  constructor(order: IssueOrder) {
    this.directory = new Directory(order);
  }

  /** @throws TypeError when the record is there already, or its parent is missing. */
  add<K extends Kind>(kind: K, record: RecordsByKind[K]): void {
    recordKinds[kind].insert(this.directory, record);
    this.revision++;
    this.#history?.changes.added(kind, record);
    this.observer?.added(kind, record);
    this.onChange?.(kind);
  }

  /** @throws TypeError when the change touches a member that identifies the record. */
  change<K extends Kind>(kind: K, record: RecordsByKind[K], changes: Partial<RecordsByKind[K]>): void {
    for (const member of recordKinds[kind].identity) {
      if (member in changes && changes[member] !== record[member]) {
        throw new TypeError(`${member} says which record it is and can't change.`);
      }
    }
    this.revision++;
    this.#history?.changes.changing(kind, record);
    Object.assign(record, changes);
    recordKinds[kind].changed?.(this.directory, record, changes);
    this.onChange?.(kind);
  }

  /** Takes out a record and everything that belongs to it. */
  remove<K extends Kind>(kind: K, record: RecordsByKind[K]): void {
    this.revision++;
    const removed: AnyRecord[] = [];
    this.#takeOut(kind, record, removed);
    this.observer?.removed(removed);
    for (const gone of removed) this.onChange?.(gone.kind);
  }

  all<K extends Kind>(kind: K): Iterable<RecordsByKind[K]> {
    return recordKinds[kind].all(this.directory);
  }

  /** Has lists stand in another order from now on, and forgets what was worked out of them. */
  reorder(order: IssueOrder): void {
    this.directory.issueOrder = order;
    for (const project of this.directory.projects.values()) project.reorder(order);
  }

  /** The world is in: from now on it can come back to this. */
  begin(): StoreSnapshot {
    this.#history = new History(this.directory);
    return this.#history.beginning;
  }

  /** Takes out everything. Requests that wait meanwhile came to another world: they are as lost as after a restore. */
  clear(): void {
    this.restorations++;
    for (const kind of ['organizations', 'users'] as const) {
      for (const record of [...this.all(kind)]) this.remove(kind, record);
    }
  }

  /** Takes everything down, which costs nothing: what changes from now on is kept. */
  snapshot(): StoreSnapshot {
    return this.#begun.snapshot();
  }

  restore(snapshot: StoreSnapshot): void {
    this.revision++;
    this.restorations++;
    const touched = this.#begun.restore(snapshot);
    if (touched.size > 0) this.observer?.restored(touched);
    this.onChange?.();
  }

  /** Copies of every record as it was at a snapshot; the store stays as it is. */
  recordsAt(snapshot: StoreSnapshot): AllRecords {
    return this.#begun.recordsAt(snapshot);
  }

  /** Every record, live: to be written out. */
  records(): AllRecords {
    return {
      organizations: [...this.all('organizations')],
      projects: [...this.all('projects')],
      issues: [...this.all('issues')],
      comments: [...this.all('comments')],
      apiKeys: [...this.all('apiKeys')],
      users: [...this.all('users')],
      accessTokens: [...this.all('accessTokens')],
    };
  }

  get #begun(): History {
    if (!this.#history) throw new Error('The world is not in yet.');
    return this.#history;
  }

  #takeOut<K extends Kind>(kind: K, record: RecordsByKind[K], removed: AnyRecord[]): void {
    for (const dependent of [...(recordKinds[kind].dependents?.(this.directory, record) ?? [])]) {
      this.#takeOut(dependent.kind, dependent.record, removed);
    }
    this.#history?.changes.removing(kind, record, () => this.all(kind));
    recordKinds[kind].remove(this.directory, record);
    // A kind with a record of it.
    removed.push({ kind, record } as AnyRecord);
  }
}
