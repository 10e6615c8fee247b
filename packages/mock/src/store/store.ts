import type { IssuePriority, IssueStatus } from '@issue-tracking/model';
import { Directory } from './directory.ts';
import type { IssueOrder } from './issue-order.ts';
import type { IssueRecord } from './records.ts';
import type { Kind, RecordsByKind } from './records-by-kind.ts';
import { kinds, shelves } from './shelves.ts';

/** Told of every record that comes and goes. */
export interface StoreObserver {
  added<K extends Kind>(kind: K, record: RecordsByKind[K]): void;
  removed<K extends Kind>(kind: K, record: RecordsByKind[K]): void;
  /** Resolves when it shows all it has been told of. */
  settled(): Promise<void>;
}

/** What can be changed of an issue. */
interface IssueState {
  readonly status?: IssueStatus | undefined;
  readonly priority?: IssuePriority | undefined;
}

/** A live record, and what it held at one moment. */
interface Held<Type> {
  record: Type;
  readonly held: Type;
}

/** Every record of a store at one moment. */
export type StoreSnapshot = { readonly [K in Kind]: readonly Held<RecordsByKind[K]>[] };

/**
 * All records: live objects, the same ones from creation to deletion. Nothing but this file changes one, and no
 * response hands one out without copying.
 */
export class Store {
  readonly directory: Directory;
  observer: StoreObserver | undefined;

  constructor(order: IssueOrder) {
    this.directory = new Directory(order);
  }

  /** @throws TypeError when the record stands there already, or what it belongs to does not. */
  add<K extends Kind>(kind: K, record: RecordsByKind[K]): void {
    shelves[kind].insert(this.directory, record);
    this.observer?.added(kind, record);
  }

  /** @throws TypeError when the change touches a member that identifies the record. */
  change<K extends Kind>(kind: K, record: RecordsByKind[K], changes: Partial<RecordsByKind[K]>): void {
    for (const member of shelves[kind].identity) {
      if (member in changes && changes[member] !== record[member]) {
        throw new TypeError(`${member} says which record it is and can't change.`);
      }
    }
    Object.assign(record, changes);
    shelves[kind].changed?.(this.directory, record, changes);
  }

  /** Changes an issue's status or priority; the same value again is a change too (GAP-34). */
  setState(issue: IssueRecord, { status, priority }: IssueState, now: number): void {
    const updatedAt = new Date(Math.max(now, Date.parse(issue.updatedAt) + 1)).toISOString();
    this.change('issues', issue, { updatedAt, ...(status && { status }), ...(priority && { priority }) });
  }

  /** Takes out a record and everything that belongs to it. */
  remove<K extends Kind>(kind: K, record: RecordsByKind[K]): void {
    for (const dependent of [...(shelves[kind].dependents?.(this.directory, record) ?? [])]) {
      this.remove(dependent.kind, dependent.record);
    }
    shelves[kind].remove(this.directory, record);
    this.observer?.removed(kind, record);
  }

  all<K extends Kind>(kind: K): Iterable<RecordsByKind[K]> {
    return shelves[kind].all(this.directory);
  }

  snapshot(): StoreSnapshot {
    return {
      organizations: this.#held('organizations'),
      projects: this.#held('projects'),
      issues: this.#held('issues'),
      comments: this.#held('comments'),
      apiKeys: this.#held('apiKeys'),
      users: this.#held('users'),
      accessTokens: this.#held('accessTokens'),
    };
  }

  restore(snapshot: StoreSnapshot): void {
    const gone = new Map<object, () => void>();
    for (const kind of kinds) this.#noteAll(kind, gone);
    this.directory.clear();
    for (const kind of kinds) this.#putBack(kind, snapshot, gone);
    for (const tell of gone.values()) tell();
  }

  /** Records are flat, and what they hold is replaced and never changed: one level of copying is enough. */
  #held<K extends Kind>(kind: K): Held<RecordsByKind[K]>[] {
    return Array.from(this.all(kind), (record) => ({ record, held: { ...record } }));
  }

  #noteAll<K extends Kind>(kind: K, gone: Map<object, () => void>): void {
    for (const record of this.all(kind)) gone.set(record, () => this.observer?.removed(kind, record));
  }

  #putBack<K extends Kind>(kind: K, snapshot: StoreSnapshot, gone: Map<object, () => void>): void {
    for (const item of snapshot[kind]) {
      // One that was deleted meanwhile comes back as another object: collections take none twice.
      const isBack = !gone.delete(item.record);
      if (isBack) item.record = { ...item.held };
      else replaceMembers(item.record, item.held);
      shelves[kind].insert(this.directory, item.record);
      if (isBack) this.observer?.added(kind, item.record);
    }
  }
}

function replaceMembers<Type extends object>(record: Type, held: Type): void {
  for (const member of Object.keys(record)) {
    if (!(member in held)) Reflect.deleteProperty(record, member);
  }
  Object.assign(record, held);
}
