import { Collection } from '@msw/data';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type * as z from 'zod/mini';
import type { RecordCollection } from './collections.ts';
import type { Kind, RecordsByKind } from './records.ts';
import type { Store } from './store.ts';

/**
 * Shows the records of one kind in a collection, and does in the store what is done to the collection. Both hold the
 * same objects: where the library would replace a record by an updated copy, the record itself is changed, so that the
 * index never holds an old one.
 *
 * The library adds records in a promise only, and deletes them one by one. What the store does is written straight into
 * its list, which `all()` hands out: a read sees it at once, and a thousand records cost a thousand times one.
 */
export class CollectionSync<K extends Kind> {
  readonly collection: RecordCollection<RecordsByKind[K]>;
  readonly #kind: K;
  readonly #store: Store;
  readonly #schema: z.ZodMiniType<RecordsByKind[K]>;
  /** Tells the collection's listeners. */
  readonly #emit: (type: 'create' | 'delete', data: object) => void;
  /** The record that the collection itself is adding or deleting. */
  #own: object | undefined;

  constructor(store: Store, kind: K, schema: z.ZodMiniType<RecordsByKind[K]>) {
    this.#store = store;
    this.#kind = kind;
    this.#schema = schema;
    const check: StandardSchemaV1<RecordsByKind[K]> = {
      '~standard': { version: 1, vendor: 'issue-tracking', validate: (value) => this.#check(value) },
    };
    const collection = new Collection({ schema: check });
    this.#emit = (type, data) => {
      // The library's own events are such, with a type that it doesn't export.
      const event = Object.assign(new Event(type), { data }) as never;
      if (collection.hooks.listenerCount(type) > 0) collection.hooks.emit(event);
    };
    // The library's types name its own classes, which a user who has it installed has in another copy.
    this.collection = collection as unknown as RecordCollection<RecordsByKind[K]>;
    // The library's own goes through a list that it shortens meanwhile, and leaves every other record in the store.
    this.collection.clear = () => void this.collection.deleteMany((q) => q.where(() => true));
    this.show();
    this.collection.hooks.on('delete', ({ data: { deletedRecord } }) => {
      if (deletedRecord !== this.#own) this.#as(deletedRecord, () => store.remove(kind, deletedRecord));
    });
  }

  /** The store has a record more. */
  added(record: RecordsByKind[K]): void {
    if (record === this.#own) return;
    this.collection.all().push(asShown(record));
    this.#emit('create', { record });
  }

  /** The store has these no more. */
  removed(records: ReadonlySet<object>): void {
    const shown = this.collection.all();
    const gone = shown.filter((record) => record !== this.#own && records.has(record));
    // The library takes out its own, by the place that it had.
    if (gone.length === 0) return;
    const left = shown.filter((record) => record === this.#own || !records.has(record));
    replaceAll(shown, left);
    for (const record of gone) this.#as(record, () => this.#emit('delete', { deletedRecord: record }));
  }

  /** Shows what the store has now. */
  show(): void {
    const shown = this.collection.all();
    const before = this.#hasListeners() ? new Set<object>(shown) : undefined;
    replaceAll(shown, this.#store.all(this.#kind), asShown);
    if (!before) return;
    const now = new Set<object>(shown);
    for (const record of before) {
      if (!now.has(record)) this.#as(record, () => this.#emit('delete', { deletedRecord: record }));
    }
    for (const record of now) if (!before.has(record)) this.#emit('create', { record });
  }

  /** Whether anybody but this listens. */
  #hasListeners(): boolean {
    // The library's emitter, of which the public type shows `on` alone.
    const hooks = this.collection.hooks as unknown as { listenerCount(type: string): number };
    return hooks.listenerCount('create') > 0 || hooks.listenerCount('delete') > 1;
  }

  /** What the library calls a schema's validation: it keeps the object that comes out of it. */
  #check(value: unknown): { value: RecordsByKind[K] } | { issues: readonly { message: string }[] } {
    const live = this.#updated(value);
    // Without the library's own symbols, as the schema leaves them out too; what is wrong with it is found out below.
    const { data = Object.fromEntries(Object.entries(Object(value))) as unknown as RecordsByKind[K], error } =
      this.#schema.safeParse(value);
    // What a record of pulled data held before may stay as it is.
    const issues = error?.issues.filter(({ path: [member = ''] }) => !live || !isSame(value, live, member)) ?? [];
    if (issues.length > 0) return { issues };
    if (live) this.#store.change(this.#kind, live, data);
    else this.#as(data, () => this.#store.add(this.#kind, data));
    return { value: live ?? data };
  }

  /** The record that a value is the new content of; none when it is to be created. */
  #updated(value: unknown): RecordsByKind[K] | undefined {
    const { primaryKey } = librarySymbols();
    const key: unknown = Reflect.get(Object(value), primaryKey);
    if (key === undefined) return undefined;
    return this.collection.findFirst((q) => q.where((record) => Reflect.get(record, primaryKey) === key));
  }

  #as(record: object, act: () => void): void {
    const outer = this.#own;
    this.#own = record;
    try {
      act();
    } finally {
      this.#own = outer;
    }
  }
}

function replaceAll<Type>(list: Type[], values: Iterable<Type>, each = (value: Type) => value): void {
  list.length = 0;
  for (const value of values) list.push(each(value));
}

let keys = 0;
/** No collection here has relations, so all records can share this. */
const noRelations: ReadonlyMap<string, unknown> = new Map<string, unknown>();

/** Gives a record what the library gives those that it creates. */
function asShown<Type extends object>(record: Type): Type {
  const { primaryKey, relationMap } = librarySymbols();
  if (Object.hasOwn(record, primaryKey)) return record;
  return Object.defineProperties(record, {
    [primaryKey]: { value: `record-${++keys}` },
    [relationMap]: { value: noRelations },
  });
}

interface LibrarySymbols {
  readonly primaryKey: symbol;
  readonly relationMap: symbol;
}
let found: LibrarySymbols | undefined;

/** The symbols by which the library knows a record. It doesn't export them, but asks any value it is to create for them. */
function librarySymbols(): LibrarySymbols {
  found ??= findSymbols();
  return found;
}

function findSymbols(): LibrarySymbols {
  const asked = new Map<string | undefined, symbol>();
  const note = (key: PropertyKey) => typeof key === 'symbol' && asked.set(key.description, key);
  const value = new Proxy(
    {},
    {
      has: (_target, key) => {
        note(key);
        return typeof key === 'symbol';
      },
      get: (_target, key) => void note(key),
    },
  );
  // It asks before it checks, and the check never comes to an end.
  const never = { '~standard': { version: 1, vendor: 'issue-tracking', validate: () => new Promise<never>(() => {}) } };
  void new Collection({ schema: never as StandardSchemaV1 }).create(value);
  const [primaryKey, relationMap] = ['kPrimaryKey', 'kRelationMap'].map((name) => asked.get(name));
  if (!primaryKey || !relationMap)
    throw new Error('This version of @msw/data is another one than the mock was made for.');
  return { primaryKey, relationMap };
}

/** Whether two records have the same in a member. */
function isSame(one: unknown, other: object, member: PropertyKey): boolean {
  return JSON.stringify(Reflect.get(Object(one), member)) === JSON.stringify(Reflect.get(other, member));
}
