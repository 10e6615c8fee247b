import type { CommentRecord, IssueRecord, RecordKind, RecordsByKind } from './records.ts';

/** Where records of a kind belong, and what distinguishes them. */
interface Placement {
  /** One record of the kind, in messages. */
  readonly noun: string;
  /** The kind above, whose records have a list with this kind's name in a world file. */
  readonly parent?: RecordKind;
  /** Members that refer to the parent, and its members that they equal. */
  readonly reference: Readonly<Record<string, string>>;
  /** Members that identify a record besides the reference, the key first. They never change. */
  readonly identity: readonly string[];
  /** Members without a default, besides the reference. */
  readonly required?: readonly string[];
  /** Members of which no two records have the same value, with the name of what they name. */
  readonly unique: Readonly<Record<string, string>>;
  /** Whether the service returns such records: in pulled data they may differ from v1. */
  readonly isServed: boolean;
}

/** All kinds, parents before their dependents. */
export const placements: { readonly [K in RecordKind]: Placement } = {
  organizations: {
    noun: 'organization',
    reference: {},
    identity: ['id', 'slug'],
    unique: { id: 'organization', slug: 'organization slug' },
    isServed: true,
  },
  projects: {
    noun: 'project',
    parent: 'organizations',
    reference: { organizationId: 'id' },
    identity: ['id'],
    unique: { id: 'project' },
    isServed: true,
  },
  issues: {
    noun: 'issue',
    parent: 'projects',
    reference: { projectId: 'id' },
    identity: ['issueNumber', 'id'],
    unique: { id: 'issue id' },
    isServed: true,
  },
  comments: {
    noun: 'comment',
    parent: 'issues',
    reference: { projectId: 'projectId', issueNumber: 'issueNumber' },
    identity: ['id'],
    required: ['content'],
    unique: { id: 'comment' },
    isServed: true,
  },
  apiKeys: {
    noun: 'API key',
    parent: 'organizations',
    reference: { organizationId: 'id' },
    identity: ['key', 'name'],
    unique: { key: 'API key', name: 'credential' },
    isServed: false,
  },
  users: { noun: 'user', reference: {}, identity: ['id'], unique: { id: 'user' }, isServed: false },
  accessTokens: {
    noun: 'access token',
    parent: 'users',
    reference: { userId: 'id' },
    identity: ['token', 'name'],
    unique: { token: 'access token', name: 'credential' },
    isServed: false,
  },
};

/** The names of all kinds. */
export const kinds = Object.keys(placements) as readonly RecordKind[];

/** The unique members of each kind, with the name of what they name. */
export const uniqueMembers = byKind((kind) => Object.entries(placements[kind].unique));

/** Returns the kinds whose records are lists in those of a kind; without one, the lists of a world. */
export function kindsIn(kind: RecordKind | undefined): readonly RecordKind[] {
  return kind === undefined ? topKinds : kindsBelow[kind];
}

const childrenOf = (kind: RecordKind | undefined) => kinds.filter((each) => placements[each].parent === kind);
const topKinds = childrenOf(undefined);
const kindsBelow = byKind(childrenOf);

/** The place of an issue. */
export interface IssuePath {
  readonly projectId: string;
  readonly issueNumber: number;
}

/** Returns an issue's path as a key. */
export function issueKey({ projectId, issueNumber }: IssuePath): string {
  return `${projectId}/${issueNumber}`;
}

/** Returns the member that is the key of a kind's records; an issue's key is its path. */
export function keyMember(kind: RecordKind): string | undefined {
  return kind === 'issues' ? undefined : placements[kind].identity[0];
}

/** Returns the key of a record within its kind; `undefined` for a pulled comment without an id. */
export function keyOf<K extends RecordKind>(kind: K, record: RecordsByKind[K]): string | undefined {
  if (kind === 'issues') return issueKey(record as IssueRecord);
  const value: unknown = Reflect.get(record, keyMember(kind) ?? '');
  return value === undefined || value === null ? undefined : String(value);
}

/** Returns the key of the record above; empty if there is none. */
export function parentKeyOf<K extends RecordKind>(kind: K, record: RecordsByKind[K]): string {
  if (kind === 'comments') return issueKey(record as CommentRecord);
  const [reference] = references[kind];
  return reference === undefined ? '' : String(Reflect.get(record, reference[0]));
}

/** The members of each kind that refer to the parent, with the members of the parent that they equal. */
export const references = byKind((kind) => Object.entries(placements[kind].reference));

/** Returns an object with a value for each kind. */
export function byKind<Value>(of: (kind: RecordKind) => Value): Record<RecordKind, Value> {
  return Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<RecordKind, Value>;
}
