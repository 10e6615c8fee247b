import type { RawRecord } from '../transport/responses.ts';

/** Columns and names of the records of each kind. All else comes from the schemas of the control API. */
export interface Kind {
  readonly kind: string;
  readonly text: string;
  readonly one: string;
  /** The name of its schema. */
  readonly schema: string;
  /** The member that is a credential. */
  readonly secret?: string;
  /** The member that names a record in the address. */
  readonly id: string;
  /** Columns, the most important first; the others go where there is no room. */
  readonly columns: readonly string[];
  /** The kind that it belongs to, and its members that are those of the owner. A new record belongs to the first. */
  readonly belongsTo?: readonly [kind: string, members: Readonly<Record<string, string>>];
  /** Further members of a new record. */
  readonly template?: object;
}

export const kinds: readonly Kind[] = [
  {
    kind: 'issues',
    schema: 'Issue',
    text: 'Issues',
    one: 'issue',
    id: 'issueNumber',
    columns: ['issueNumber', 'title', 'projectId', 'status', 'priority', 'updatedAt'],
    belongsTo: ['projects', { projectId: 'id' }],
  },
  {
    kind: 'projects',
    schema: 'Project',
    text: 'Projects',
    one: 'project',
    id: 'id',
    columns: ['id', 'name', 'description'],
    belongsTo: ['organizations', { organizationId: 'id' }],
  },
  {
    kind: 'comments',
    schema: 'Comment',
    text: 'Comments',
    one: 'comment',
    id: 'id',
    columns: ['content', 'issueNumber', 'authorName', 'createdAt'],
    belongsTo: ['issues', { projectId: 'projectId', issueNumber: 'issueNumber' }],
    template: { content: 'A comment' },
  },
  {
    kind: 'organizations',
    schema: 'Organization',
    text: 'Organizations',
    one: 'organization',
    id: 'id',
    columns: ['slug', 'name', 'active'],
  },
  {
    kind: 'apiKeys',
    schema: 'ApiKey',
    secret: 'key',
    text: 'Keys',
    one: 'key',
    id: 'name',
    columns: ['name', 'scopes', 'revoked', 'expiresAt'],
    belongsTo: ['organizations', { organizationId: 'id' }],
  },
  {
    kind: 'users',
    schema: 'User',
    text: 'Users',
    one: 'user',
    id: 'id',
    columns: ['id', 'name', 'organizations'],
  },
  {
    kind: 'accessTokens',
    schema: 'AccessToken',
    secret: 'token',
    text: 'Tokens',
    one: 'token',
    id: 'name',
    columns: ['name', 'scopes', 'userId', 'expiresAt'],
    belongsTo: ['users', { userId: 'id' }],
  },
];

/** Fields as wide as the form. */
export const wideMembers: readonly string[] = ['title', 'url', 'pageUrl'];

/** Members that name a record or its owner: another value would be another record. */
export const fixedMembers: readonly string[] = [
  'id',
  'issueNumber',
  'projectId',
  'organizationId',
  'userId',
  'key',
  'token',
];

/** Selects one record: numbers of issues are those of their project. */
export function whereOf({ kind, id }: Kind, record: RawRecord): RawRecord {
  return { [id]: record[id], ...(kind === 'issues' && { projectId: record['projectId'] }) };
}

/** The name of a record in a sentence. */
export function nameIn({ kind, id }: Kind, record: RawRecord): string {
  return kind === 'issues' ? `#${record['issueNumber']}` : String(record[id]);
}

/** The place of a record. */
export function placeIn(kind: Kind, record: RawRecord): string[] {
  const of = kind.kind === 'issues' ? [String(record['projectId'])] : [];
  return ['data', kind.kind, ...of, String(record[kind.id])];
}

const words: Readonly<Record<string, string>> = {
  projectId: 'Project',
  updatedAt: 'Updated',
  createdAt: 'Created',
  issueNumber: 'No.',
  pageUrl: 'Page URL',
  osInfo: 'OS',
  browserInfo: 'Browser',
  jsErrorCount: 'JS errors',
  viewportSize: 'Viewport',
  url: 'URL',
  apiKey: 'Key',
  forMs: 'For ms',
  id: 'ID',
  techContext: 'Context',
};

/** A member's name as a heading: `reporterName` → `Reporter name`. */
export const memberText = (name: string) =>
  words[name] ??
  `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;
