import type { Kind, RecordsByKind } from '../records.ts';
import type { Store } from '../store.ts';
import type { RecordChange, RecordCollection, RecordHooks, RecordPaging, RecordPredicate } from './collections.ts';
import { handedOut, ShownRecords } from './shown-records.ts';

type RecordOf<K extends Kind> = RecordsByKind[K];

interface Strictness {
  strict?: boolean;
}

/** What is read of a collection is the library's; what is written is done to the store, of which it shows the records. */
export class StoreCollection<K extends Kind> implements RecordCollection<RecordOf<K>> {
  readonly shown: ShownRecords<K>;

  constructor(store: Store, kind: K) {
    this.shown = new ShownRecords(store, kind);
  }

  get hooks(): RecordHooks<RecordOf<K>> {
    return this.shown.hooks;
  }

  async create(record: RecordOf<K>): Promise<RecordOf<K>> {
    return handedOut(this.shown.add(record));
  }

  createMany(count: number, record: (index: number) => RecordOf<K>): Promise<RecordOf<K>[]> {
    return Promise.all(Array.from({ length: count }, (_, index) => this.create(record(index))));
  }

  findFirst(predicate: RecordPredicate<RecordOf<K>> | undefined, options: { strict: true }): RecordOf<K>;
  findFirst(predicate?: RecordPredicate<RecordOf<K>>, options?: Strictness): RecordOf<K> | undefined;
  findFirst(predicate?: RecordPredicate<RecordOf<K>>, options?: Strictness): RecordOf<K> | undefined {
    return handedOut(this.shown.upToDate().findFirst(predicate, options));
  }

  findMany(predicate?: RecordPredicate<RecordOf<K>>, options?: RecordPaging<RecordOf<K>> & Strictness): RecordOf<K>[] {
    return this.shown.upToDate().findMany(predicate, options).map(handedOut);
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
    return handedOut(await this.shown.update((library) => library.update(predicate, options)));
  }

  async updateMany(
    predicate: RecordPredicate<RecordOf<K>>,
    options: RecordChange<RecordOf<K>> & Pick<RecordPaging<RecordOf<K>>, 'orderBy'> & Strictness,
  ): Promise<RecordOf<K>[]> {
    const records = await this.shown.update((library) => library.updateMany(predicate, options));
    return records.map(handedOut);
  }

  delete(predicate: RecordPredicate<RecordOf<K>>, options: { strict: true }): RecordOf<K>;
  delete(predicate: RecordPredicate<RecordOf<K>>, options?: Strictness): RecordOf<K> | undefined;
  delete(predicate: RecordPredicate<RecordOf<K>>, options?: Strictness): RecordOf<K> | undefined {
    const record = this.findFirst(predicate, options);
    if (record) this.shown.remove(record);
    return record;
  }

  deleteMany(
    predicate: RecordPredicate<RecordOf<K>>,
    options?: Pick<RecordPaging<RecordOf<K>>, 'orderBy'> & Strictness,
  ): RecordOf<K>[] {
    const records = this.findMany(predicate, options);
    // As the library does, and soonest done: lists are cut off at their ends.
    for (const record of records.toReversed()) this.shown.remove(record);
    return records;
  }

  count(): number {
    return this.shown.upToDate().count();
  }

  all(): RecordOf<K>[] {
    return this.shown.upToDate().all().map(handedOut);
  }

  clear(): void {
    this.deleteMany((q) => q.where(() => true));
  }
}
