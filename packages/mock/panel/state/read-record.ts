/**
 * Reads records for views. A pulled record may lack any member, or have any JSON value in it, so everything but what stands in
 * paths is read as text or as a list.
 */

/** A record as the control API responds with it. */
export type RawRecord = Readonly<Record<string, unknown>>;

const entryMembers = {
  consoleLogs: ['level', 'message', 'source', 'timestamp'],
  networkLogs: ['method', 'url', 'status', 'duration', 'timestamp'],
  screenshots: ['id', 'url', 'width', 'height'],
  userActions: ['type', 'target', 'text', 'timestamp'],
} as const;
type Entries = typeof entryMembers;
const entryLists = Object.keys(entryMembers) as readonly (keyof Entries)[];

const texts = ['id', 'title', 'description', 'status', 'priority', 'reporterName', 'assigneeName', 'pageUrl'] as const;
const moreTexts = ['browserInfo', 'osInfo', 'viewportSize', 'createdAt', 'updatedAt', 'jsErrorCount'] as const;
const issueTexts = [...texts, ...moreTexts];

/** An issue with everything captured with it. A text that is absent or `null` is empty. */
export type Issue = Readonly<Record<(typeof issueTexts)[number], string>> & {
  readonly [List in keyof Entries]: readonly Readonly<Record<Entries[List][number], string>>[];
} & {
  readonly projectId: string;
  readonly issueNumber: number;
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
  readonly techContext: RawRecord;
  /** Members that v1 doesn't have. */
  readonly others: readonly (readonly [name: string, value: string])[];
};

export function readIssue(raw: RawRecord): Issue {
  const { projectId, issueNumber, labels, assignees, techContext, metadataSummary, shows, ...members } = raw;
  const lists = entryLists.map((name) => [name, objects(raw[name]).map((entry) => textsOf(entry, entryMembers[name]))]);
  const known: readonly string[] = [...issueTexts, ...entryLists];
  return {
    ...textsOf(members, issueTexts),
    // Each list has the texts of its entries.
    ...(Object.fromEntries(lists) as Pick<Issue, keyof Entries>),
    projectId: text(projectId),
    issueNumber: Number(issueNumber),
    labels: list(labels).map(text),
    assignees: list(assignees).map(text),
    techContext: objects(techContext)[0] ?? {},
    others: Object.entries(members).flatMap(([name, value]) => (known.includes(name) ? [] : [[name, text(value)]])),
  };
}

/** A comment on an issue. */
export type Comment = Readonly<Record<'id' | 'content' | 'authorName' | 'createdAt', string>>;

export function readComment(raw: RawRecord): Comment {
  return textsOf(raw, ['id', 'content', 'authorName', 'createdAt']);
}

/** A project; a missing name is the id. */
export type Project = Readonly<Record<'id' | 'organizationId' | 'name' | 'slug', string>>;

export function readProject(raw: RawRecord): Project {
  const project = textsOf(raw, ['id', 'organizationId', 'name', 'slug']);
  return { ...project, name: project.name || project.id };
}

/** An organization; a missing name is the slug. */
export type Organization = Readonly<Record<'id' | 'name' | 'slug', string>> & { readonly active: boolean };

export function readOrganization(raw: RawRecord): Organization {
  const organization = textsOf(raw, ['id', 'name', 'slug']);
  return { ...organization, name: organization.name || organization.slug, active: raw['active'] !== false };
}

/** A user; a missing name is the id. */
export type User = Readonly<Record<'id' | 'name', string>> & { readonly organizations: readonly string[] };

export function readUser(raw: RawRecord): User {
  const user = textsOf(raw, ['id', 'name']);
  return { ...user, name: user.name || user.id, organizations: list(raw['organizations']).map(text) };
}

/** Returns any JSON value as text: none for `null`, JSON for an object or a list. */
export function text(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function textsOf<Name extends string>(record: RawRecord, names: readonly Name[]): Record<Name, string> {
  // Each of the names with a text.
  return Object.fromEntries(names.map((name) => [name, text(record[name])])) as Record<Name, string>;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

function objects(value: unknown): readonly RawRecord[] {
  return list(value).map((item) => (typeof item === 'object' && item !== null ? (item as RawRecord) : { value: item }));
}
