import { byKind, keyOf, kinds, kindsIn, parentKeyOf, uniqueMembers } from './placements.ts';
import type { IssueRecord, ProjectRecord, RecordKind, RecordsByKind } from './records.ts';

/** The records of one kind. */
interface Table<Type> {
  /** By key, in order of creation. */
  rows: Map<string, Type>;
  /** The same by the key of their parent. */
  groups: Map<string, Map<string, Type>>;
}

/** The content of tables, as data. */
export interface TablesState {
  readonly tables: { readonly [K in RecordKind]: Table<RecordsByKind[K]> };
  /** Keys of records by the values of unique members, by what they name. */
  readonly names: Map<string, Map<string, string>>;
  /** The highest number that an issue of a project has ever had, by project. */
  numbers: Map<string, number>;
}

const namespaces = new Set(kinds.flatMap((kind) => uniqueMembers[kind].map(([, what]) => what)));

function emptyState(): TablesState {
  return {
    // Each kind has the table of its records.
    tables: byKind(() => ({ rows: new Map(), groups: new Map() })) as object as TablesState['tables'],
    names: new Map([...namespaces].map((what) => [what, new Map()])),
    numbers: new Map(),
  };
}

/** Copies a state, but shares its maps: {@link Tables} copies each before its first write to it. */
function copyOf({ tables, names, numbers }: TablesState): TablesState {
  return {
    tables: byKind((kind) => ({ ...tables[kind] })) as object as TablesState['tables'],
    names: new Map(names),
    numbers,
  };
}

/** The records of all kinds in tables with indexes. Writes check nothing: {@link Store} does. */
export class Tables {
  #state = emptyState();
  /** Maps that no saved state shares. */
  #own = new Set<object>();

  get<K extends RecordKind>(kind: K, key: string): RecordsByKind[K] | undefined {
    return this.#state.tables[kind].rows.get(key);
  }

  /** Returns all records in order of creation; issues by number. */
  *all<K extends RecordKind>(kind: K): Iterable<RecordsByKind[K]> {
    if (kind !== 'issues') yield* this.#state.tables[kind].rows.values();
    else for (const id of this.#state.tables.projects.rows.keys()) yield* this.of(kind, id);
  }

  /** Returns the records below one, in order of creation; issues by number. */
  of<K extends RecordKind>(kind: K, parentKey: string): readonly RecordsByKind[K][] {
    const rows = [...(this.#state.tables[kind].groups.get(parentKey)?.values() ?? [])];
    if (kind === 'issues') (rows as IssueRecord[]).sort((one, other) => one.issueNumber - other.issueNumber);
    return rows;
  }

  /** Returns the key of the record with a value in a unique member. */
  keyWith(what: string, value: string): string | undefined {
    return this.#state.names.get(what)?.get(value);
  }

  /** Returns a number that no issue of the project has had. */
  nextNumber(projectId: string): number {
    return (this.#state.numbers.get(projectId) ?? 0) + 1;
  }

  /** Prevents numbers up to this one from being given. */
  reserveNumbers(projectId: string, upTo: number): void {
    const { numbers } = this.#state;
    if (upTo >= this.nextNumber(projectId)) this.#state.numbers = this.#writable(numbers).set(projectId, upTo);
  }

  /** Returns the key of a stored record. Accepts any version of it. Pulled comments may have no id, or that of another. */
  protected keyOf<K extends RecordKind>(kind: K, record: RecordsByKind[K]): string {
    const key = keyOf(kind, record) ?? '';
    if (kind !== 'comments' || this.get(kind, key) === record) return key;
    for (const [own, other] of this.#state.tables[kind].groups.get(parentKeyOf(kind, record)) ?? [])
      if (other === record) return own;
    return key;
  }

  /** Returns the rows of a kind in a saved state and now: the same map if none has changed. */
  protected rowsOf<K extends RecordKind>(
    kind: K,
    saved: TablesState,
  ): { [At in 'before' | 'now']: Table<RecordsByKind[K]>['rows'] } {
    return { before: saved.tables[kind].rows, now: this.#state.tables[kind].rows };
  }

  /** @param ownKey The key that a deleted record had. */
  protected insert<K extends RecordKind>(kind: K, record: RecordsByKind[K], ownKey = keyOf(kind, record)): void {
    const { tables, names } = this.#state;
    const { rows } = tables[kind];
    const parentKey = parentKeyOf(kind, record);
    const free = ownKey === undefined || rows.has(ownKey) ? `#${rows.size}/${parentKey}` : ownKey;
    this.put(kind, free, record);
    for (const [member, what] of uniqueMembers[kind]) {
      const value: unknown = Reflect.get(record, member);
      if (typeof value === 'string') names.set(what, this.#writable(names.get(what)).set(value, free));
    }
    if (kind === 'projects') this.reserveNumbers(free, ((record as ProjectRecord).nextIssueNumber ?? 1) - 1);
    if (kind === 'issues') this.reserveNumbers(parentKey, (record as IssueRecord).issueNumber);
  }

  /** Replaces a record by a new version, or adds it under a key. */
  protected put<K extends RecordKind>(kind: K, key: string, record: RecordsByKind[K]): void {
    const table = this.#state.tables[kind];
    const parentKey = parentKeyOf(kind, record);
    const group = table.groups.get(parentKey);
    table.rows = this.#writable(table.rows).set(key, record);
    const written = this.#writable(group).set(key, record);
    if (written !== group) table.groups = this.#writable(table.groups).set(parentKey, written);
  }

  /** Deletes a record and its dependents, and adds their kinds to `removed`. */
  protected removeAll(kind: RecordKind, key: string, removed: Set<RecordKind>): void {
    const { tables, names } = this.#state;
    const record = this.get(kind, key);
    if (!record) return;
    for (const below of kindsIn(kind)) {
      for (const child of [...(tables[below].groups.get(key)?.keys() ?? [])]) this.removeAll(below, child, removed);
      const table: Table<unknown> = tables[below];
      if (table.groups.has(key)) table.groups = this.#without(table.groups, key);
    }
    const table: Table<unknown> = tables[kind];
    const parentKey = parentKeyOf(kind, record);
    table.rows = this.#without(table.rows, key);
    const group = this.#without(table.groups.get(parentKey), key);
    table.groups = this.#writable(table.groups).set(parentKey, group);
    for (const [member, what] of uniqueMembers[kind])
      names.set(what, this.#without(names.get(what), String(Reflect.get(record, member))));
    removed.add(kind);
  }

  /** Inserts records that were deleted since a saved state, each under its key and in its place among those that stayed. */
  protected putBack<K extends RecordKind>(
    kind: K,
    deleted: ReadonlyMap<string, RecordsByKind[K]>,
    saved: TablesState,
  ): void {
    for (const [key, record] of deleted) this.insert(kind, record, key);
    const table = this.#state.tables[kind];
    const before = saved.tables[kind];
    const parents = new Set([...deleted.values()].map((record) => parentKeyOf(kind, record)));
    table.rows = this.#inPlace(table.rows, deleted, before.rows);
    for (const parent of parents) {
      const group = this.#inPlace(table.groups.get(parent), deleted, before.groups.get(parent));
      table.groups = this.#writable(table.groups).set(parent, group);
    }
  }

  /** Returns the state as data. It takes no time, because the first write to each map copies it. */
  protected save(): TablesState {
    this.#own = new Set();
    return copyOf(this.#state);
  }

  protected load(state: TablesState | undefined): void {
    this.#state = state ? copyOf(state) : emptyState();
    this.#own = new Set();
  }

  /** Returns a map to write to: a copy, if a saved state shares it. */
  #writable<Value>(map: Map<string, Value> | undefined): Map<string, Value> {
    if (map && this.#own.has(map)) return map;
    const copy = new Map(map);
    this.#own.add(copy);
    return copy;
  }

  /** Returns rows in which those that came back stand before the first that followed them and stayed, else after the last. */
  #inPlace<Value>(
    rows: ReadonlyMap<string, Value> = new Map(),
    back: ReadonlyMap<string, unknown>,
    before: ReadonlyMap<string, unknown> = new Map(),
  ): Map<string, Value> {
    const ahead = new Map<string, string[]>();
    let last: string | undefined;
    let waiting: string[] = [];
    for (const key of before.keys()) {
      if (back.has(key)) waiting.push(key);
      else if (rows.has(key)) {
        ahead.set(key, waiting);
        waiting = [];
        last = key;
      }
    }
    const order = last === undefined ? [...waiting] : [];
    for (const key of rows.keys()) {
      if (back.has(key)) continue;
      order.push(...(ahead.get(key) ?? []), key, ...(key === last ? waiting : []));
    }
    // Each key is that of a row.
    const ordered = new Map(order.map((key) => [key, rows.get(key) as Value]));
    this.#own.add(ordered);
    return ordered;
  }

  #without<Value>(map: Map<string, Value> | undefined, key: string): Map<string, Value> {
    const written = this.#writable(map);
    written.delete(key);
    return written;
  }
}
