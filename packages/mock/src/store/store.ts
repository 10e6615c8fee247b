import { Directory } from './directory.ts';
import type { IssueOrder } from './issue-list.ts';
import { kinds, recordKinds } from './record-kinds.ts';
import type { Kind, RecordsByKind } from './records.ts';

/** Told of every record that comes and goes. */
export interface StoreObserver {
  added<K extends Kind>(kind: K, record: RecordsByKind[K]): void;
  removed<K extends Kind>(kind: K, record: RecordsByKind[K]): void;
  /** Resolves when it shows all it has been told of. */
  settled(): Promise<void>;
}

/** A store at one moment. */
export interface StoreSnapshot {
  /** The live records that stood there, in order of creation. */
  readonly records: { readonly [K in Kind]: RecordsByKind[K][] };
  /** What they held; a record that isn't here has not changed since. */
  readonly held: WeakMap<object, object>;
}

/**
 * All records: live objects, the same ones from creation to deletion. Nothing but this file changes one, and no
 * response hands one out without copying.
 */
export class Store {
  readonly directory: Directory;
  observer: StoreObserver | undefined;
  /** Told after every change, with the kind of record, or none when all may have changed. */
  onChange: ((kind?: Kind) => void) | undefined;
  /** How often it has gone back to a snapshot. */
  restorations = 0;
  /**
   * What records held when they were made, kept from their first change on: a copy of each beforehand would take as much
   * memory as the world.
   */
  readonly #original = new WeakMap<object, object>();

  constructor(order: IssueOrder) {
    this.directory = new Directory(order);
  }

  /** @throws TypeError when the record is there already, or its parent is missing. */
  add<K extends Kind>(kind: K, record: RecordsByKind[K]): void {
    recordKinds[kind].insert(this.directory, record);
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
    this.#keepOriginal(record);
    Object.assign(record, changes);
    recordKinds[kind].changed?.(this.directory, record, changes);
    this.onChange?.(kind);
  }

  /** Takes out a record and everything that belongs to it. */
  remove<K extends Kind>(kind: K, record: RecordsByKind[K]): void {
    for (const dependent of [...(recordKinds[kind].dependents?.(this.directory, record) ?? [])]) {
      this.remove(dependent.kind, dependent.record);
    }
    recordKinds[kind].remove(this.directory, record);
    this.observer?.removed(kind, record);
    this.onChange?.(kind);
  }

  all<K extends Kind>(kind: K): Iterable<RecordsByKind[K]> {
    return recordKinds[kind].all(this.directory);
  }

  /** Has lists stand in another order from now on, and forgets what was worked out of them. */
  reorder(order: IssueOrder): void {
    this.directory.issueOrder = order;
    for (const project of this.directory.projects.values()) project.reorder(order);
  }

  /** Resolves when every record shows where it should. */
  async settled(): Promise<void> {
    await this.observer?.settled();
  }

  /** Takes down everything. Records are flat, and what they hold is replaced and never changed: one level is enough. */
  snapshot(): StoreSnapshot {
    const records = this.records();
    const held = new WeakMap<object, object>();
    for (const kind of kinds) for (const record of records[kind]) held.set(record, { ...record });
    return { records, held };
  }

  /** A snapshot of a store in which nothing has changed yet. */
  beginning(): StoreSnapshot {
    return { records: this.records(), held: this.#original };
  }

  restore(snapshot: StoreSnapshot): void {
    this.restorations++;
    const gone = new Map<object, () => void>();
    for (const kind of kinds) this.#noteAll(kind, gone);
    this.directory.clear();
    for (const kind of kinds) this.#putBack(kind, snapshot, gone);
    for (const tell of gone.values()) tell();
    this.onChange?.();
  }

  /** Copies of every record as it was at a snapshot; the store stays as it is. */
  recordsAt({ records, held }: StoreSnapshot): StoreSnapshot['records'] {
    const copies = Object.entries(records).map(([kind, list]) => [
      kind,
      list.map((record) => ({ ...(held.get(record) ?? record) })),
    ]);
    // The same kinds as went in.
    return Object.fromEntries(copies) as StoreSnapshot['records'];
  }

  /** Every record, live: to be written out or kept as they are. */
  records(): StoreSnapshot['records'] {
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

  #noteAll<K extends Kind>(kind: K, gone: Map<object, () => void>): void {
    for (const record of this.all(kind)) gone.set(record, () => this.observer?.removed(kind, record));
  }

  #putBack<K extends Kind>(kind: K, { records, held }: StoreSnapshot, gone: Map<object, () => void>): void {
    const list = records[kind];
    for (const [index, record] of list.entries()) {
      const content = held.get(record) ?? record;
      if (gone.delete(record)) {
        this.#replaceMembers(record, content);
        recordKinds[kind].insert(this.directory, record);
      } else {
        // Deleted meanwhile. It comes back as another object: a collection takes none twice.
        const back = { ...record, ...content };
        list[index] = back;
        held.set(back, content);
        this.add(kind, back);
      }
    }
  }

  #replaceMembers(record: object, content: object): void {
    if (content === record) return;
    this.#keepOriginal(record);
    for (const member of Object.keys(record)) {
      if (!(member in content)) Reflect.deleteProperty(record, member);
    }
    Object.assign(record, content);
  }

  #keepOriginal(record: object): void {
    if (!this.#original.has(record)) this.#original.set(record, { ...record });
  }
}
