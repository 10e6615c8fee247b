/**
 * Reads records for views. A pulled record may lack any member, or have any JSON value in it, so everything but what stands in
 * paths is read as text or as a list.
 */

import type { CapturedList, CapturedName, EntryOf, Issue as ModelIssue } from '@issue-tracking/model';

/** A record in the result of a method. */
export type RawRecord = Readonly<Record<string, unknown>>;

// Names, not the model's schemas: those would make the panel a sixth larger.
/** Everything that is captured with an issue, and whether it is a list. */
const captured: { readonly [Name in CapturedName]: Name extends CapturedList ? true : false } = {
  consoleLogs: true,
  networkLogs: true,
  screenshots: true,
  techContext: false,
  userActions: true,
};

// `Object.keys` returns `string[]`.
export const capturedNames = Object.keys(captured) as readonly CapturedName[];
export const capturedLists = capturedNames.filter((name): name is CapturedList => captured[name]);
/** The names of single captured objects. */
export const capturedSingles = capturedNames.filter(
  (name): name is Exclude<CapturedName, CapturedList> => !captured[name],
);

/** The members with a place of their own in the views. All others are shown by their names. */
const issueTexts = [
  ...(['id', 'title', 'description', 'status', 'priority', 'reporterName', 'assigneeName', 'pageUrl'] as const),
  ...(['browserInfo', 'osInfo', 'viewportSize', 'createdAt', 'updatedAt', 'jsErrorCount'] as const),
] satisfies (keyof ModelIssue | 'id' | 'jsErrorCount')[];
const listed = ['projectId', 'issueNumber', 'labels', 'assignees', 'metadataSummary', 'shows'];

/** An issue with everything captured with it. A text that is absent or `null` is empty. */
export type Issue = Readonly<Record<(typeof issueTexts)[number], string>> & {
  readonly [List in CapturedList]: readonly Readonly<Partial<Record<keyof EntryOf<List> & string, string>>>[];
} & { readonly [Name in Exclude<CapturedName, CapturedList>]: RawRecord } & {
  readonly projectId: string;
  readonly issueNumber: number;
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
  /** Members without a place of their own. */
  readonly others: readonly (readonly [name: string, value: string])[];
};

export function readIssue(raw: RawRecord): Issue {
  const lists = capturedLists.map((name) => [
    name,
    objects(raw[name]).map((entry) => textsOf(entry, Object.keys(entry))),
  ]);
  const singles = capturedSingles.map((name) => [name, objects(raw[name])[0] ?? {}]);
  const known: readonly string[] = [...listed, ...issueTexts, ...capturedNames];
  return {
    ...textsOf(raw, issueTexts),
    // Each list has the texts of its entries.
    ...(Object.fromEntries([...lists, ...singles]) as Pick<Issue, CapturedName>),
    projectId: text(raw['projectId']),
    issueNumber: Number(raw['issueNumber']),
    labels: list(raw['labels']).map(text),
    assignees: list(raw['assignees']).map(text),
    others: Object.entries(raw).flatMap(([name, value]) => (known.includes(name) ? [] : [[name, text(value)]])),
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
