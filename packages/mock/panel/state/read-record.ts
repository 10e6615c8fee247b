/**
 * Reads records for views. A pulled record may lack any member, or have any JSON value in it, so everything but what stands in
 * paths is read as text or as a list.
 */

import {
  type CapturedList,
  type CapturedName,
  captured,
  capturedLists,
  capturedNames,
  type EntryOf,
  issueSchema,
  type Issue as ModelIssue,
} from '@issue-tracking/model';
import type * as z from 'zod/mini';

/** A record as the control API responds with it. */
export type RawRecord = Readonly<Record<string, unknown>>;

/** The names of single captured objects. */
export const capturedSingles = capturedNames.filter((name) => !captured[name].many) as Exclude<
  CapturedName,
  CapturedList
>[];

const listed = ['projectId', 'issueNumber', 'labels', 'assignees', 'metadataSummary', 'shows'] as const;
type IssueText = Exclude<keyof ModelIssue | 'id' | 'jsErrorCount', (typeof listed)[number]>;
const issueTexts = [...Object.keys(issueSchema.def.shape), 'id', 'jsErrorCount'].filter(
  (name) => !listed.some((other) => other === name),
) as IssueText[];

/** An issue with everything captured with it. A text that is absent or `null` is empty. */
export type Issue = Readonly<Record<IssueText, string>> & {
  readonly [List in CapturedList]: readonly Readonly<Record<keyof EntryOf<List> & string, string>>[];
} & { readonly [Name in Exclude<CapturedName, CapturedList>]: RawRecord } & {
  readonly projectId: string;
  readonly issueNumber: number;
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
  /** Members that v1 doesn't have. */
  readonly others: readonly (readonly [name: string, value: string])[];
};

export function readIssue(raw: RawRecord): Issue {
  const lists = capturedLists.map((name) => {
    const members = Object.keys((captured[name].entry as object as z.ZodMiniObject).def.shape);
    return [name, objects(raw[name]).map((entry) => textsOf(entry, members))];
  });
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
