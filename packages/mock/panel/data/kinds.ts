import type { RawRecord, RecordKind } from '../../src/control/types.ts';

/** Columns and names of the records of each kind. All else comes from the schemas of the control API. */
export interface Kind {
  readonly kind: RecordKind;
  /** Its name for one; the others have an s. */
  readonly one: string;
  /** The member that names a record in the address. */
  readonly id: string;
  /** The member that is a credential. */
  readonly secret?: string;
  /** Columns, the most important first; the others go where there is no room. */
  readonly columns: readonly string[];
  /** The kind that it belongs to, by a member such as `projectId`. */
  readonly owner?: RecordKind;
}

const scoped = ['name', 'scopes', 'expiresAt'];

export const kinds: readonly Kind[] = [
  {
    kind: 'issues',
    one: 'issue',
    id: 'issueNumber',
    columns: ['issueNumber', 'title', 'projectId', 'status', 'priority', 'updatedAt'],
    owner: 'projects',
  },
  { kind: 'projects', one: 'project', id: 'id', columns: ['id', 'name', 'description'], owner: 'organizations' },
  {
    kind: 'comments',
    one: 'comment',
    id: 'id',
    columns: ['content', 'issueNumber', 'authorName', 'createdAt'],
  },
  { kind: 'organizations', one: 'organization', id: 'id', columns: ['slug', 'name', 'active'] },
  { kind: 'apiKeys', one: 'key', id: 'name', secret: 'key', columns: [...scoped, 'revoked'], owner: 'organizations' },
  { kind: 'users', one: 'user', id: 'id', columns: ['id', 'name', 'organizations'] },
  { kind: 'accessTokens', one: 'token', id: 'name', secret: 'token', columns: [...scoped, 'userId'], owner: 'users' },
];

/** The name of a kind's schema: `ApiKey`. */
export const schemaOf = ({ kind }: Kind) => capitalized(kind.slice(0, -1));

export const pluralOf = ({ one }: Kind) => `${one}s`;

/** Fields as wide as the form. */
export const wideMembers: readonly string[] = ['title', 'url', 'pageUrl'];

/** Members that name a record or its owner: another value would be another record. */
export const fixedMembers: readonly string[] = ['id', 'issueNumber', 'projectId', 'organizationId', 'userId'];

/** Selects one record: numbers of issues are those of their project. */
export function whereOf({ kind, id }: Kind, record: RawRecord): RawRecord {
  return { [id]: record[id], ...(kind === 'issues' && { projectId: record['projectId'] }) };
}

/** The name of a record in a sentence. */
export function nameIn({ kind, id }: Kind, record: RawRecord): string {
  return kind === 'issues' ? `#${record['issueNumber']}` : String(record[id]);
}

/** The place of a record. */
export function placeIn({ kind, id }: Kind, record: RawRecord): string[] {
  return ['data', kind, ...(kind === 'issues' ? [String(record['projectId'])] : []), String(record[id])];
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
  drop: 'Drop the connection',
  forMs: 'For ms',
  id: 'ID',
  techContext: 'Context',
};

/** A member's name as a heading: `reporterName` → `Reporter name`. */
export const memberText = (name: string) =>
  words[name] ?? capitalized(name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

export const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
