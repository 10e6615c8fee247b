import { Collection } from '@msw/data';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type * as z from 'zod/mini';
import type { RecordCollection } from './collections.ts';
import type { Kind, RecordsByKind } from './records.ts';
import type { Store } from './store.ts';

/** A record of the store on its way into its collection: checked already, and to stay the same object. */
class Shown<Type> {
  readonly record: Type;

  constructor(record: Type) {
    this.record = record;
  }
}

/**
 * Shows the records of one kind in a collection, and does in the store what is done to the collection. Both hold the
 * same objects: where the library would replace a record by an updated copy, the record itself is changed, so that the
 * index never holds an old one.
 */
export class CollectionSync<K extends Kind> {
  readonly collection: RecordCollection<RecordsByKind[K]>;
  readonly #kind: K;
  readonly #store: Store;
  readonly #schema: z.ZodMiniType<RecordsByKind[K]>;
  /** Taken out of the store before it had come into the collection. */
  readonly #gone = new WeakSet<object>();
  /** The record that the collection itself is adding or deleting. */
  #own: object | undefined;

  constructor(store: Store, kind: K, schema: z.ZodMiniType<RecordsByKind[K]>) {
    this.#store = store;
    this.#kind = kind;
    this.#schema = schema;
    const check: StandardSchemaV1<RecordsByKind[K]> = {
      '~standard': { version: 1, vendor: 'issue-tracking', validate: (value) => this.#check(value) },
    };
    // The library's types name its own classes, which a user who has it installed has in another copy.
    this.collection = new Collection({ schema: check }) as unknown as RecordCollection<RecordsByKind[K]>;
    this.collection.hooks.on('delete', ({ data: { deletedRecord } }) => {
      if (deletedRecord !== this.#own) this.#as(deletedRecord, () => store.remove(kind, deletedRecord));
    });
  }

  /** The store has a record more. */
  async added(record: RecordsByKind[K]): Promise<void> {
    if (record === this.#own) return;
    // The type is that of what authors create; `#check` takes this too.
    await this.collection.create(new Shown(record) as unknown as RecordsByKind[K]);
    if (this.#gone.has(record)) this.removed(record);
  }

  /** The store has a record less. */
  removed(record: RecordsByKind[K]): void {
    if (record === this.#own) return;
    this.#gone.add(record);
    this.#as(record, () => this.collection.delete((q) => q.where((other) => other === record)));
  }

  /** What the library calls a schema's validation: it keeps the object that comes out of it. */
  #check(value: unknown): { value: RecordsByKind[K] } | { issues: readonly { message: string }[] } {
    if (value instanceof Shown) return { value: value.record };
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
    const key = Object.getOwnPropertySymbols(value).find(({ description }) => description === 'kPrimaryKey');
    if (!key) return undefined;
    const primaryKey = Reflect.get(value as object, key);
    return this.collection.findFirst((q) => q.where((record) => Reflect.get(record, key) === primaryKey));
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

/** Whether two records have the same in a member. */
function isSame(one: unknown, other: object, member: PropertyKey): boolean {
  return JSON.stringify(Reflect.get(Object(one), member)) === JSON.stringify(Reflect.get(other, member));
}
