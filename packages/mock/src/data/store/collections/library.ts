import { Collection } from '@msw/data';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { RecordCollection } from './collections.ts';

/**
 * All that leans on how `@msw/data` works inside. It is bundled at the version that the tests here ran with, so no
 * install of a user's can change it:
 *
 * - It knows a record by two symbols, which it doesn't export. Updates and cursors look for the first one's value.
 * - `all()` hands out the list that it searches, so records can be put there at once; its own `create` takes some ticks.
 * - `update` tells its listeners what a change touched, asks the schema right after that, and keeps the object which the
 *   schema returns.
 */
export interface LibraryCollection<Type> extends RecordCollection<Type> {
  readonly hooks: RecordCollection<Type>['hooks'] & {
    emit(event: never): void;
    listenerCount(type: string): number;
  };
}

/** Makes of a record what an update has changed. @returns the record as it is then. */
export type Commit<Type> = (key: unknown, value: Type, members: ReadonlySet<string>) => Type;

/** A collection of the library's, whose updates end in `commit`. */
export function libraryCollection<Type>(commit: Commit<Type>): LibraryCollection<Type> {
  let members = new Set<string>();
  const validate = (value: unknown) => {
    const touched = members;
    members = new Set();
    // The library asks only about what was a record of this collection.
    return { value: commit(keyOf(value), value as Type, touched) };
  };
  const schema: StandardSchemaV1<Type> = { '~standard': { version: 1, vendor: 'issue-tracking', validate } };
  const collection = new Collection({ schema });
  collection.hooks.on('update', ({ data: { path } }) => void members.add(String(path[0])));
  // The library's types name its own classes, which a user who has it installed has in another copy.
  return collection as unknown as LibraryCollection<Type>;
}

/** Has a collection hold these records and no others. */
export function fillCollection<Type>(collection: LibraryCollection<Type>, records: Iterable<Type>): void {
  const list = collection.all();
  list.length = 0;
  for (const record of records) list.push(record);
}

/** Tells a collection's listeners. */
export function emit<Type>(collection: LibraryCollection<Type>, type: 'create' | 'delete', data: object): void {
  // The library's own events are such, with a type that it doesn't export.
  if (isHeard(collection, type)) collection.hooks.emit(Object.assign(new Event(type), { data }) as never);
}

/** Whether anybody listens. */
export function isHeard({ hooks }: LibraryCollection<unknown>, type: 'create' | 'delete'): boolean {
  return hooks.listenerCount(type) > 0;
}

/** What the library knows a record by; none for what it doesn't know. */
export function keyOf(record: unknown): unknown {
  return Reflect.get(Object(record), symbols().primaryKey);
}

/** Gives a record what the library gives those that it creates, and has it stay as it is. */
export function asShown<Type extends object>(record: Type, makeKey: (record: Type) => string): Type {
  const { primaryKey, relationMap } = symbols();
  if (Object.hasOwn(record, primaryKey)) return record;
  Object.defineProperties(record, {
    [primaryKey]: { value: makeKey(record) },
    [relationMap]: { value: noRelations },
  });
  // After that: a frozen object takes no more properties.
  return Object.freeze(record);
}

/** No collection here has relations, so all records can share this. */
const noRelations: ReadonlyMap<string, unknown> = new Map<string, unknown>();

interface LibrarySymbols {
  readonly primaryKey: symbol;
  readonly relationMap: symbol;
}
let found: LibrarySymbols | undefined;

function symbols(): LibrarySymbols {
  found ??= findSymbols();
  return found;
}

/** It asks any value it is to create for its symbols. */
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
