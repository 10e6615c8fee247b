import { Query } from '@msw/data';
import type { RecordKind, RecordsByKind } from '../records.ts';
import type { Store } from '../store.ts';
import { checkDraft, checkNewRecord, withMembers } from './check-record.ts';
import type {
  Collections,
  RecordChange,
  RecordCollection,
  RecordPaging,
  RecordPredicate,
  RecordSorting,
} from './collections.ts';
import { page, sort } from './sort.ts';

type RecordOf<K extends RecordKind> = RecordsByKind[K];

interface Strictness {
  strict?: boolean;
}

/** Returns the collections of a store. They hold no records: each read sees the present ones. */
export function createCollections(store: Store): Collections {
  return {
    organizations: new StoreCollection(store, 'organizations'),
    projects: new StoreCollection(store, 'projects'),
    issues: new StoreCollection(store, 'issues'),
    comments: new StoreCollection(store, 'comments'),
    apiKeys: new StoreCollection(store, 'apiKeys'),
    users: new StoreCollection(store, 'users'),
    accessTokens: new StoreCollection(store, 'accessTokens'),
  };
}

/** Reads the store's records through the queries of `@msw/data`, and writes to the store. */
class StoreCollection<K extends RecordKind> implements RecordCollection<RecordOf<K>> {
  readonly #store: Store;
  readonly #kind: K;

  constructor(store: Store, kind: K) {
    this.#store = store;
    this.#kind = kind;
  }

  async create(record: RecordOf<K>): Promise<RecordOf<K>> {
    const checked = checkNewRecord(this.#kind, record);
    this.#store.add(this.#kind, checked);
    return freeze(checked);
  }

  createMany(count: number, record: (index: number) => RecordOf<K>): Promise<RecordOf<K>[]> {
    return Promise.all(Array.from({ length: count }, (_, index) => this.create(record(index))));
  }

  findFirst(predicate: RecordPredicate<RecordOf<K>> | undefined, options: { strict: true }): RecordOf<K>;
  findFirst(predicate?: RecordPredicate<RecordOf<K>>, options?: Strictness): RecordOf<K> | undefined;
  findFirst(predicate?: RecordPredicate<RecordOf<K>>, options?: Strictness): RecordOf<K> | undefined {
    return this.#first(predicate, options);
  }

  findMany(predicate?: RecordPredicate<RecordOf<K>>, options?: RecordPaging<RecordOf<K>> & Strictness): RecordOf<K>[] {
    const { cursor } = options ?? {};
    const sorted = sort(this.#present(), options?.orderBy);
    const first = cursor ? sorted.indexOf(this.#store.find(this.#kind, cursor) ?? cursor) : 0;
    const candidates = first < 0 ? [] : sorted.slice(first);
    return this.#found(page(candidates.filter(test(predicate)), options), options);
  }

  update(
    predicate: RecordPredicate<RecordOf<K>>,
    options: RecordChange<RecordOf<K>> & { strict: true },
  ): Promise<RecordOf<K>>;
  update(
    predicate: RecordPredicate<RecordOf<K>>,
    options: RecordChange<RecordOf<K>> & Strictness,
  ): Promise<RecordOf<K> | undefined>;
  async update(
    predicate: RecordPredicate<RecordOf<K>>,
    options: RecordChange<RecordOf<K>> & Strictness,
  ): Promise<RecordOf<K> | undefined> {
    const record = this.#first(predicate, options);
    const [updated] = await this.#change(record ? [record] : [], options);
    return updated;
  }

  async updateMany(
    predicate: RecordPredicate<RecordOf<K>>,
    options: RecordChange<RecordOf<K>> & RecordSorting<RecordOf<K>> & Strictness,
  ): Promise<RecordOf<K>[]> {
    const records = this.#found(this.#present().filter(test(predicate)), options);
    return sort(await this.#change(records, options), options.orderBy);
  }

  delete(predicate: RecordPredicate<RecordOf<K>>, options: { strict: true }): RecordOf<K>;
  delete(predicate: RecordPredicate<RecordOf<K>>, options?: Strictness): RecordOf<K> | undefined;
  delete(predicate: RecordPredicate<RecordOf<K>>, options?: Strictness): RecordOf<K> | undefined {
    const record = this.#first(predicate, options);
    if (record) this.#store.remove(this.#kind, record);
    return record;
  }

  deleteMany(
    predicate: RecordPredicate<RecordOf<K>>,
    options?: RecordSorting<RecordOf<K>> & Strictness,
  ): RecordOf<K>[] {
    const records = this.#found(this.#present().filter(test(predicate)), options);
    // From the end: removing the last element of an array is cheapest.
    for (const record of records.toReversed()) this.#store.remove(this.#kind, record);
    return sort(records, options?.orderBy);
  }

  count(): number {
    return this.#present().length;
  }

  all(): RecordOf<K>[] {
    return this.#present().map(freeze);
  }

  clear(): void {
    this.deleteMany((q) => q.where(() => true));
  }

  #first(predicate?: RecordPredicate<RecordOf<K>>, options?: Strictness): RecordOf<K> | undefined {
    const record = this.#present().find(test(predicate));
    return this.#found(record ? [record] : [], options)[0];
  }

  #found(records: RecordOf<K>[], { strict = false }: Strictness = {}): RecordOf<K>[] {
    if (strict && records.length === 0) throw new TypeError(`No record of ${this.#kind} matches the query.`);
    return records.map(freeze);
  }

  #present(): RecordOf<K>[] {
    return [...this.#store.all(this.#kind)];
  }

  /** Creates all drafts before it writes any, so that a rejected draft changes nothing. */
  async #change(records: RecordOf<K>[], { data }: RecordChange<RecordOf<K>>): Promise<RecordOf<K>[]> {
    const drafts = [];
    for (const before of records) {
      const draft = structuredClone(before);
      await data(draft);
      drafts.push({ before, draft, members: checkDraft(this.#kind, before, draft) });
    }
    return drafts.map(({ before, draft, members }) => {
      // Concurrent requests and updates may have changed the record.
      const present = this.#store.find(this.#kind, before);
      if (!present) throw new TypeError('The record was deleted before its update ended.');
      if (members.length === 0) return freeze(present);
      return freeze(this.#store.replace(this.#kind, withMembers(present, members, draft), present));
    });
  }
}

/** Returns a function that tests a record with `@msw/data`'s query. */
function test<Type>(predicate: RecordPredicate<Type> | undefined): (record: Type) => boolean {
  if (!predicate) return () => true;
  const query = predicate(new Query<Type>());
  // The cast is safe because each `RecordQuery` is a `Query`.
  return (record) => (query as Query<Type>).test(record);
}

/** Freezes a record deeply: snapshots and earlier results share its objects. */
function freeze<Type>(record: Type): Type {
  if (typeof record !== 'object' || record === null || Object.isFrozen(record)) return record;
  for (const held of Object.values(record)) freeze(held);
  return Object.freeze(record);
}
