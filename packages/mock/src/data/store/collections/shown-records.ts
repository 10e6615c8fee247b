import type * as z from 'zod/mini';
import { InputError } from '../../../platform/input/input-error.ts';
import { problemsOf } from '../../../platform/input/problems.ts';
import type { Directory } from '../directory.ts';
import { recordKinds } from '../record-kinds.ts';
import { type Kind, type RecordsByKind, recordSchemas } from '../records.ts';
import type { Store } from '../store.ts';
import { asShown, emit, fillCollection, isHeard, keyOf, type LibraryCollection, libraryCollection } from './library.ts';

/** The store's records of one kind, as a collection of the library's shows them and is told of them. */
export class ShownRecords<K extends Kind> {
  readonly #store: Store;
  readonly #kind: K;
  readonly #library = libraryCollection<RecordsByKind[K]>((...change) => this.#commit(...change));
  /** The revision of the store that the library's list has. */
  #revision: number | undefined;
  /** How many updates are under way: at its end, each puts into the list what it came to, however old that is. */
  #updates = 0;

  constructor(store: Store, kind: K) {
    this.#store = store;
    this.#kind = kind;
  }

  get hooks(): LibraryCollection<RecordsByKind[K]>['hooks'] {
    return this.#library.hooks;
  }

  /** The library's collection; it has what the store has, until the next change. */
  upToDate(): LibraryCollection<RecordsByKind[K]> {
    const { revision } = this.#store;
    if (this.#revision !== revision || this.#updates > 0) {
      fillCollection(this.#library, [...this.#store.all(this.#kind)].map(this.#show));
      this.#revision = revision;
    }
    return this.#library;
  }

  /** @throws InputError for what is no such record, TypeError when it is there already or belongs to nothing. */
  add(record: RecordsByKind[K]): RecordsByKind[K] {
    const { data, error } = recordSchemas[this.#kind].safeParse(record);
    if (error) throw this.#mismatch(error, record);
    // Members that the schema doesn't know come as they are, and may be somebody's to change.
    const own = structuredClone(data);
    this.#store.add(this.#kind, own);
    return this.#show(own);
  }

  remove(record: RecordsByKind[K]): void {
    this.#store.remove(this.#kind, record);
  }

  /** Has the library update records. */
  async update<Result>(run: (library: LibraryCollection<RecordsByKind[K]>) => Promise<Result>): Promise<Result> {
    this.#updates++;
    try {
      return await run(this.upToDate());
    } finally {
      this.#updates--;
      this.#revision = undefined;
    }
  }

  /** Tells listeners of a record that was added. */
  added(record: RecordsByKind[K]): void {
    if (isHeard(this.#library, 'create')) emit(this.#library, 'create', { record: handedOut(this.#show(record)) });
  }

  /** Tells listeners of a record that was removed. */
  removed(record: RecordsByKind[K]): void {
    if (isHeard(this.#library, 'delete'))
      emit(this.#library, 'delete', { deletedRecord: handedOut(this.#show(record)) });
  }

  /** Tells listeners what has come and gone now that all records are others. Another version is the same record. */
  restored(before: Directory): void {
    if (!isHeard(this.#library, 'create') && !isHeard(this.#library, 'delete')) return;
    const gone = this.#byKey(recordKinds[this.#kind].all(before));
    const come = this.#byKey(this.#store.all(this.#kind));
    for (const [key, record] of gone) if (!come.has(key)) this.removed(record);
    for (const [key, record] of come) if (!gone.has(key)) this.added(record);
  }

  #byKey(records: Iterable<RecordsByKind[K]>): Map<unknown, RecordsByKind[K]> {
    return new Map([...records].map(this.#show).map((record) => [keyOf(record), record]));
  }

  /** Changes the members that an update has touched; what others have changed meanwhile stays. */
  #commit(key: unknown, value: RecordsByKind[K], members: ReadonlySet<string>): RecordsByKind[K] {
    const present = this.upToDate()
      .all()
      .find((record) => keyOf(record) === key);
    if (!present) throw new TypeError('The record was deleted before its update came to an end.');
    const { data = value, error } = recordSchemas[this.#kind].safeParse(value);
    // What a record of pulled data held before may stay as it is.
    const issues = error?.issues.filter(({ path: [member = ''] }) => members.has(String(member))) ?? [];
    if (error && issues.length > 0) throw this.#mismatch({ ...error, issues }, value);
    if (members.size === 0) return present;
    const next = { ...present };
    for (const member of members) {
      if (Object.hasOwn(data, member)) Reflect.set(next, member, Reflect.get(data, member));
      else Reflect.deleteProperty(next, member);
    }
    // Another version goes by the same key, also where nothing in it tells one comment from another.
    asShown(next, () => String(key));
    return this.#store.replace(this.#kind, next, present);
  }

  #mismatch(error: z.core.$ZodError, value: unknown): InputError {
    const problems = problemsOf(error, value);
    const lines = problems.map(({ path, message }) => `- ${path}: ${message}`);
    return new InputError(`The record of ${this.#kind} does not match the schema:\n${lines.join('\n')}`, problems);
  }

  readonly #show = (record: RecordsByKind[K]): RecordsByKind[K] =>
    asShown(record, () => recordKinds[this.#kind].key(record) ?? `unknown-${++unknown}`);
}

/** How many records were shown that nothing tells from others of their kind. */
let unknown = 0;

/** Has what a record holds stay as it is too: to push to one of its lists would change what snapshots hold. */
export function handedOut<Type>(record: Type): Type {
  for (const held of Object.values(Object(record))) {
    if (typeof held === 'object' && held !== null && !Object.isFrozen(held)) handedOut(Object.freeze(held));
  }
  return record;
}
