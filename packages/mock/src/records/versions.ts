import { apiKeyPrefix } from '@issue-tracking/model';
import { byKind, issueKey, keyMember, kinds, uniqueMembers } from './placements.ts';
import type {
  AccessTokenRecord,
  ApiKeyRecord,
  IssueRecord,
  OrganizationRecord,
  RecordKind,
  RecordsByKind,
} from './records.ts';

/** Compares two issues by their order in lists. */
export type IssueOrder = (a: IssueRecord, b: IssueRecord) => number;

/** The issues of a project in list order. */
interface IssueList {
  readonly order: IssueOrder;
  readonly issues: IssueRecord[];
}

/** The records of one kind. */
export interface Table<Type> {
  /** By key, in order of creation. A deleted record leaves its place empty, so that it can come back there. */
  rows: Map<string, Type | undefined>;
  /** Keys by the key of their parent, in order of creation. That of a record stays when it is deleted. */
  groups: Map<string, string[]>;
  /** Keys by the unique member that is no key, such as a slug. That of a record stays when it is deleted. */
  names: Map<string, string>;
  /** The number of empty places. */
  empty: number;
}

/** All records at one time. Records never change: a write replaces a record, so versions share them. */
export interface Version {
  readonly tables: { [K in RecordKind]: Table<RecordsByKind[K]> };
  /** Lists of issues by project, sorted at their first use: reads are more frequent than writes. */
  lists: Map<string, IssueList>;
  /** The highest number in sequence that an issue of a project has ever had, by project. */
  numbers: Map<string, number>;
}

/** The version without records. */
export const nothing: Version = {
  // Each kind has the table of its records.
  tables: byKind(() => ({
    rows: new Map(),
    groups: new Map(),
    names: new Map(),
    empty: 0,
  })) as object as Version['tables'],
  lists: new Map(),
  numbers: new Map(),
};

/** Returns a version with the same tables: the store copies each part before its first write to it. */
export function sharing({ tables, lists, numbers }: Version): Version {
  return { tables: { ...tables }, lists, numbers };
}

const holding = kinds.flatMap((kind) => uniqueMembers[kind].map(([member, what]) => ({ kind, member, what })));

/** The unique members of all kinds, by what each names. A Node without `Map.groupBy` is named at the first use, not here. */
const holders = new Map(holding.map(({ what }) => [what, holding.filter((other) => other.what === what)]));

/** All records, by kind and in order of creation; issues by number. */
export type AllRecords = { readonly [K in RecordKind]: RecordsByKind[K][] };

/** The records of a version, to read. */
export class Records {
  protected version: Version;
  /** Order of the issue list in every project (GAP-7). */
  order: IssueOrder;

  constructor(order: IssueOrder, version = nothing) {
    this.order = order;
    this.version = sharing(version);
  }

  get<K extends RecordKind>(kind: K, key: string): RecordsByKind[K] | undefined {
    return this.version.tables[kind].rows.get(key);
  }

  /** Returns all records in order of creation; issues by number. */
  *all<K extends RecordKind>(kind: K): Iterable<RecordsByKind[K]> {
    if (kind === 'issues') for (const { id } of this.all('projects')) yield* this.of(kind, id);
    else for (const row of this.version.tables[kind].rows.values()) if (row) yield row;
  }

  /** Returns the records below one, in order of creation; issues by number. */
  of<K extends RecordKind>(kind: K, parentKey: string): readonly RecordsByKind[K][] {
    const found = this.#created(kind, parentKey);
    if (kind === 'issues') (found as IssueRecord[]).sort((one, other) => one.issueNumber - other.issueNumber);
    return found;
  }

  /** Returns all records by kind. */
  records(): AllRecords {
    // Each kind has its own records.
    return byKind((kind) => [...this.all(kind)]) as object as AllRecords;
  }

  issue(projectId: string, issueNumber: number): IssueRecord | undefined {
    return this.get('issues', issueKey({ projectId, issueNumber }));
  }

  /** Returns the issues of a project in list order. */
  issuesInOrder(projectId: string): readonly IssueRecord[] {
    const { lists } = this.version;
    let list = lists.get(projectId);
    if (list?.order !== this.order) {
      list = { order: this.order, issues: this.#created('issues', projectId).sort(this.order) };
      // Versions that share the lists have the same issues.
      if (list.issues.length > 0) lists.set(projectId, list);
    }
    return list.issues;
  }

  /** Finds an API key or access token, valid or not. */
  credential(value: string): ApiKeyRecord | AccessTokenRecord | undefined {
    return this.get('apiKeys', value) ?? this.get('accessTokens', value);
  }

  organizationWith(slug: string): OrganizationRecord | undefined {
    return this.get('organizations', this.keyWith('organization slug', slug) ?? '');
  }

  /** Returns the key of the record with a value in a unique member. */
  keyWith(what: string, value: string): string | undefined {
    for (const { kind, member } of holders.get(what) ?? []) {
      const key = member === keyMember(kind) ? value : this.version.tables[kind].names.get(value);
      const found = key === undefined ? undefined : this.get(kind, key);
      // A record with this key may have come after the one that had the value.
      if (found && Reflect.get(found, member) === value) return key;
    }
    return undefined;
  }

  /** Returns what a record would be the second to have: a name, shown without secrets. */
  takenName(kind: RecordKind, record: RecordsByKind[RecordKind]): string | undefined {
    for (const [member, what] of uniqueMembers[kind]) {
      const value: unknown = Reflect.get(record, member);
      if (typeof value === 'string' && this.keyWith(what, value) !== undefined)
        return `${what} ${secrets[member] ?? value}`;
    }
    return undefined;
  }

  /** Returns a number that no issue of the project has had. */
  nextNumber(projectId: string): number {
    let next = (this.version.numbers.get(projectId) ?? 0) + 1;
    while (this.issue(projectId, next)) next++;
    return next;
  }

  /** Returns the records below one, in order of creation. */
  #created<K extends RecordKind>(kind: K, parentKey: string): RecordsByKind[K][] {
    const found: RecordsByKind[K][] = [];
    const { rows, groups } = this.version.tables[kind];
    for (const key of groups.get(parentKey) ?? []) {
      const row = rows.get(key);
      if (row) found.push(row);
    }
    return found;
  }
}

/** Secrets as messages show them, by their members. */
const secrets: Readonly<Record<string, string>> = { key: `${apiKeyPrefix}…`, token: '…' };
