import type { Directory } from './directory.ts';
import { ProjectEntry } from './project-entry.ts';
import type { AnyRecord, Kind, RecordsByKind } from './records.ts';

/** How records of one kind are kept in the directory. */
interface RecordKind<Type> {
  /** Members that say which record it is and where it belongs; they never change. */
  readonly identity: readonly (keyof Type & string)[];
  /** @throws TypeError when it is there already, or its parent is missing. */
  insert(directory: Directory, record: Type): void;
  remove(directory: Directory, record: Type): void;
  /** In order of creation. */
  all(directory: Directory): Iterable<Type>;
  /** After members have changed. */
  changed?(directory: Directory, record: Type, changes: Partial<Type>): void;
  /** What goes when this record goes. */
  dependents?(directory: Directory, record: Type): Iterable<AnyRecord>;
}

/** Every kind, in an order in which nothing comes before what it belongs to. */
export const recordKinds: { readonly [K in Kind]: RecordKind<RecordsByKind[K]> } = {
  organizations: {
    identity: ['id', 'slug'],
    insert(directory, record) {
      if (directory.organizations.has(record.id)) throw taken('organization', record.id);
      if (directory.slugs.has(record.slug)) throw taken('organization slug', record.slug);
      const entry = { record, projects: [] };
      directory.organizations.set(record.id, entry);
      directory.slugs.set(record.slug, entry);
    },
    remove(directory, record) {
      directory.organizations.delete(record.id);
      directory.slugs.delete(record.slug);
    },
    *all(directory) {
      for (const { record } of directory.organizations.values()) yield record;
    },
    *dependents(directory, { id }) {
      for (const { record } of directory.organizations.get(id)?.projects ?? []) yield { kind: 'projects', record };
      for (const key of directory.apiKeys.values())
        if (key.organizationId === id) yield { kind: 'apiKeys', record: key };
    },
  },
  projects: {
    identity: ['id', 'organizationId'],
    insert(directory, record) {
      if (directory.projects.has(record.id)) throw taken('project', record.id);
      const organization = directory.organizations.get(record.organizationId);
      if (!organization) throw missing('organization', record.organizationId);
      const entry = new ProjectEntry(record, organization.record, directory.issueOrder);
      directory.projects.set(record.id, entry);
      organization.projects.push(entry);
    },
    remove(directory, record) {
      const siblings = directory.organizations.get(record.organizationId)?.projects;
      siblings?.splice(
        siblings.findIndex((project) => project.record === record),
        1,
      );
      directory.projects.delete(record.id);
    },
    *all(directory) {
      for (const { record } of directory.projects.values()) yield record;
    },
    *dependents(directory, { id }) {
      for (const { record } of directory.projects.get(id)?.issues() ?? []) yield { kind: 'issues', record };
    },
  },
  issues: {
    identity: ['id', 'projectId', 'issueNumber'],
    insert(directory, record) {
      const project = directory.projects.get(record.projectId);
      if (!project) throw missing('project', record.projectId);
      if (project.issue(record.issueNumber)) throw taken('issue', `${record.issueNumber} in ${record.projectId}`);
      project.add(record);
    },
    remove(directory, record) {
      directory.projects.get(record.projectId)?.delete(record.issueNumber);
    },
    *all(directory) {
      for (const project of directory.projects.values()) {
        for (const { record } of project.issues()) yield record;
      }
    },
    changed(directory, { projectId, issueNumber }, changes) {
      directory.projects.get(projectId)?.changed(issueNumber, changes);
    },
    *dependents(directory, { projectId, issueNumber }) {
      for (const comment of directory.issue(projectId, issueNumber)?.comments ?? [])
        yield { kind: 'comments', record: comment };
    },
  },
  comments: {
    identity: ['id', 'projectId', 'issueNumber'],
    insert(directory, record) {
      const issue = directory.issue(record.projectId, record.issueNumber);
      if (!issue) throw missing('issue', `${record.issueNumber} in ${record.projectId}`);
      issue.comments.push(record);
    },
    remove(directory, record) {
      const comments = directory.issue(record.projectId, record.issueNumber)?.comments;
      comments?.splice(comments.lastIndexOf(record), 1);
    },
    *all(directory) {
      for (const project of directory.projects.values()) {
        for (const issue of project.issues()) yield* issue.comments;
      }
    },
  },
  apiKeys: {
    identity: ['key', 'organizationId'],
    insert(directory, record) {
      // Never quoted: it is a secret.
      if (directory.apiKeys.has(record.key)) throw taken('API key', 'svc_…');
      if (!directory.organizations.has(record.organizationId)) throw missing('organization', record.organizationId);
      directory.apiKeys.set(record.key, record);
    },
    remove: (directory, record) => void directory.apiKeys.delete(record.key),
    all: (directory) => directory.apiKeys.values(),
  },
  users: {
    identity: ['id'],
    insert(directory, record) {
      if (directory.users.has(record.id)) throw taken('user', record.id);
      directory.users.set(record.id, record);
    },
    remove: (directory, record) => void directory.users.delete(record.id),
    all: (directory) => directory.users.values(),
    *dependents(directory, { id }) {
      for (const token of directory.accessTokens.values())
        if (token.userId === id) yield { kind: 'accessTokens', record: token };
    },
  },
  accessTokens: {
    identity: ['token', 'userId'],
    insert(directory, record) {
      if (directory.accessTokens.has(record.token)) throw taken('access token', '…');
      if (!directory.users.has(record.userId)) throw missing('user', record.userId);
      directory.accessTokens.set(record.token, record);
    },
    remove: (directory, record) => void directory.accessTokens.delete(record.token),
    all: (directory) => directory.accessTokens.values(),
  },
};

/** Every kind, what belongs to another after it. */
export const kinds = Object.keys(recordKinds) as readonly Kind[];

function taken(what: string, which: string | number): TypeError {
  return new TypeError(`There is already the ${what} ${which}.`);
}

function missing(what: string, which: string | number): TypeError {
  return new TypeError(`There is no ${what} ${which}.`);
}
