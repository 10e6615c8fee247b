import type { Directory } from './directory.ts';
import { RecordChanges } from './record-changes.ts';
import { kinds, recordKinds } from './record-kinds.ts';
import type { Kind, RecordsByKind } from './records.ts';

/** A store at one moment; as long as somebody holds it, the store can go back there. */
export interface StoreSnapshot {
  readonly version: Version;
}

/** Every record, by kind and in order of creation. */
export type AllRecords = { readonly [K in Kind]: RecordsByKind[K][] };

/** A state that the store can go back to: what has happened since until the next one, or until now. */
class Version {
  changes = new RecordChanges();
  next: Version | undefined;
  snapshot: Weakly<StoreSnapshot> | undefined;
}

interface Weakly<T> {
  deref(): T | undefined;
}

/** Cloudflare Workers before 2025 have no `WeakRef`: there, what was once a snapshot can be gone back to for ever. */
function weakly<T extends object>(value: T): Weakly<T> {
  return typeof WeakRef === 'function' ? new WeakRef(value) : { deref: () => value };
}

/** How many versions there are before those that nobody holds any more are looked for. */
const sweepFrom = 16;

/**
 * The states that a store can go back to. Each knows how to come to it from the next one, and the last one from the
 * store as it is: so that a snapshot costs nothing, and what is kept is what has changed. When the store goes back, the
 * ways on its path turn round.
 */
export class History {
  readonly #directory: Directory;
  readonly #beginning: StoreSnapshot;
  /** The version that the store was last in. */
  #last = new Version();
  #count = 1;
  #sweepAt = sweepFrom;

  /** Begins with what a directory has. */
  constructor(directory: Directory) {
    this.#directory = directory;
    this.#beginning = this.snapshot();
  }

  /** To be told of everything that happens. */
  get changes(): RecordChanges {
    return this.#last.changes;
  }

  get beginning(): StoreSnapshot {
    return this.#beginning;
  }

  snapshot(): StoreSnapshot {
    if (!this.#last.changes.isEmpty) {
      const version = new Version();
      this.#last.next = version;
      this.#last = version;
      if (++this.#count > this.#sweepAt) this.#sweep();
    }
    const version = this.#last;
    const held = version.snapshot?.deref();
    if (held) return held;
    const snapshot = { version };
    version.snapshot = weakly(snapshot);
    return snapshot;
  }

  /** Goes back, or forward again. @returns the kinds of which records have come or gone. */
  restore({ version: target }: StoreSnapshot): ReadonlySet<Kind> {
    const touched = new Set<Kind>();
    const path: Version[] = [];
    for (let version: Version | undefined = target; version; version = version.next) path.unshift(version);
    // Nobody asks for the way back to where the store is now: it need not be noted.
    apply(this.#directory, this.#last.changes, touched, undefined);
    this.#last.changes = new RecordChanges();
    for (const version of path.slice(1)) {
      const back = new RecordChanges();
      apply(this.#directory, version.changes, touched, back);
      Object.assign(this.#last, { changes: back, next: version });
      Object.assign(version, { changes: new RecordChanges(), next: undefined });
      this.#last = version;
    }
    return touched;
  }

  /** Copies of every record as it was at a snapshot; nothing goes back there. Ways that add records add them at the end. */
  recordsAt({ version }: StoreSnapshot): AllRecords {
    const changes = new RecordChanges();
    for (let at: Version | undefined = version; at; at = at.next) changes.absorb(at.changes);
    const copies = <K extends Kind>(kind: K): RecordsByKind[K][] => {
      const { changed, removed } = changes.of(kind);
      return listOf(kind, this.#directory, changes).map((record) => ({
        ...(removed.get(record) ?? changed.get(record) ?? record),
      }));
    };
    return {
      organizations: copies('organizations'),
      projects: copies('projects'),
      issues: copies('issues'),
      comments: copies('comments'),
      apiKeys: copies('apiKeys'),
      users: copies('users'),
      accessTokens: copies('accessTokens'),
    };
  }

  /** Joins versions that nobody holds any more to those before them. */
  #sweep(): void {
    this.#count = 1;
    let version = this.#beginning.version;
    while (version.next) {
      const { next } = version;
      if (next.next && !next.snapshot?.deref()) {
        version.changes.absorb(next.changes);
        version.next = next.next;
      } else {
        version = next;
        this.#count++;
      }
    }
    this.#sweepAt = Math.max(sweepFrom, 2 * this.#count);
  }
}

/** Undoes changes in a directory; `back` is told what undoes this. */
function apply(
  directory: Directory,
  changes: RecordChanges,
  touched: Set<Kind>,
  back: RecordChanges | undefined,
): void {
  const lists = changes.needsOrder ? kinds.map((kind) => listing(kind, directory, changes)) : undefined;
  // What belongs to something goes before it.
  for (const kind of kinds.toReversed()) takeOut(kind, directory, changes, back);
  for (const kind of kinds) putBack(kind, directory, changes, back, lists === undefined);
  if (lists) {
    directory.clear();
    for (const insert of lists) insert();
  }
  for (const kind of kinds) {
    const { added, removed } = changes.of(kind);
    if (added.size + removed.size > 0) touched.add(kind);
  }
}

/** Everything that is to be there, in order; it is put in when called. */
function listing<K extends Kind>(kind: K, directory: Directory, changes: RecordChanges): () => void {
  const list = listOf(kind, directory, changes);
  return () => {
    for (const record of list) recordKinds[kind].insert(directory, record);
  };
}

/** The records of a kind that are there once changes are undone. */
function listOf<K extends Kind>(kind: K, directory: Directory, changes: RecordChanges): readonly RecordsByKind[K][] {
  const { added, removed, order, passed } = changes.of(kind);
  const all = order ?? [...recordKinds[kind].all(directory), ...removed.keys()];
  const isToGo = (record: RecordsByKind[K]) => added.has(record) || passed.has(record);
  return added.size + passed.size > 0 ? all.filter((record) => !isToGo(record)) : all;
}

function takeOut<K extends Kind>(
  kind: K,
  directory: Directory,
  changes: RecordChanges,
  back: RecordChanges | undefined,
): void {
  const { added, isInner } = changes.of(kind);
  if (back) {
    const undone = back.of(kind);
    if (isInner) undone.order = [...recordKinds[kind].all(directory)];
    for (const record of added) undone.removed.set(record, { ...record });
  }
  // The last ones first: lists are cut off at their ends.
  for (const record of [...added].reverse()) recordKinds[kind].remove(directory, record);
}

function putBack<K extends Kind>(
  kind: K,
  directory: Directory,
  changes: RecordChanges,
  back: RecordChanges | undefined,
  inserts: boolean,
): void {
  const { changed, removed, order } = changes.of(kind);
  for (const [record, content] of changed) {
    back?.changing(kind, record);
    const different = changed.size > many ? content : differenceOf(record, content);
    replaceMembers(record, content);
    recordKinds[kind].changed?.(directory, record, different);
  }
  if (back && order) back.of(kind).isInner = true;
  for (const [record, content] of removed) {
    back?.added(kind, record);
    replaceMembers(record, content);
    if (inserts) recordKinds[kind].insert(directory, record);
  }
}

/** Of so many records, telling which members were different takes longer than sorting their lists anew. */
const many = 1000;

/** The members of a record that another one holds different values of, or lacks; with these values. */
function differenceOf<Type extends object>(record: Type, content: Type): Partial<Type> {
  const different: Partial<Type> = {};
  for (const member in content) if (record[member] !== content[member]) different[member] = content[member];
  for (const member in record) if (!(member in content)) different[member] = undefined;
  return different;
}

/** Makes a record hold what another one holds. */
function replaceMembers(record: object, content: object): void {
  Object.assign(record, content);
  if (Object.keys(record).length === Object.keys(content).length) return;
  for (const member of Object.keys(record)) if (!(member in content)) Reflect.deleteProperty(record, member);
}
