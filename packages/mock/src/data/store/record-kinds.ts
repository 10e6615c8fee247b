import { type Directory, issueKey } from './directory.ts';
import { ProjectIssues } from './project-issues.ts';
import type { AnyRecord, CommentRecord, RecordKind, RecordsByKind } from './records.ts';

/** Operations on the records of one kind in a directory. */
interface RecordKindDefinition<Type> {
  /** Members that identify a record and its parent. They never change. */
  readonly identity: readonly (keyof Type & string)[];
  /** Finds the stored version of a record by any version of it. */
  find(directory: Directory, record: Type): Type | undefined;
  /** @throws TypeError if the record exists, or its parent doesn't. */
  checkNew(directory: Directory, record: Type): void;
  /** Adds a record, or replaces its present version. */
  put(directory: Directory, record: Type, present?: Type): void;
  remove(directory: Directory, present: Type): void;
  /** Returns all records in order of creation; issues by number. */
  all(directory: Directory): Iterable<Type>;
  /** Returns the records that are deleted with this one. */
  dependents?(directory: Directory, record: Type): Iterable<AnyRecord>;
}

/** All kinds, parents before their dependents. */
export const recordKinds: { readonly [K in RecordKind]: RecordKindDefinition<RecordsByKind[K]> } = {
  organizations: {
    identity: ['id', 'slug'],
    find: (directory, { id }) => directory.organizations.get(id),
    checkNew(directory, { id, slug }) {
      if (directory.organizations.has(id)) throw taken('organization', id);
      if (directory.slugs.has(slug)) throw taken('organization slug', slug);
    },
    put(directory, record) {
      directory.organizations.set(record.id, record);
      directory.slugs.set(record.slug, record.id);
    },
    remove(directory, { id, slug }) {
      directory.organizations.delete(id);
      directory.slugs.delete(slug);
      directory.projectIds.delete(id);
    },
    all: (directory) => directory.organizations.values(),
    *dependents(directory, { id }) {
      for (const record of directory.projectsOf(id)) yield { kind: 'projects', record };
      for (const record of directory.apiKeys.values())
        if (record.organizationId === id) yield { kind: 'apiKeys', record };
    },
  },
  projects: {
    identity: ['id', 'organizationId'],
    find: (directory, { id }) => directory.projects.get(id),
    checkNew(directory, { id, organizationId }) {
      if (directory.projects.has(id)) throw taken('project', id);
      if (!directory.organizations.has(organizationId)) throw missing('organization', organizationId);
    },
    put(directory, record, present) {
      const { id, organizationId } = record;
      directory.projects.set(id, record);
      if (present) return;
      const siblings = directory.projectIds.get(organizationId) ?? [];
      directory.projectIds.set(organizationId, [...siblings, id]);
      directory.issues.set(id, new ProjectIssues());
    },
    remove(directory, { id, organizationId }) {
      const siblings = directory.projectIds.get(organizationId) ?? [];
      const others = siblings.filter((other) => other !== id);
      directory.projectIds.set(organizationId, others);
      directory.projects.delete(id);
      directory.issues.delete(id);
    },
    all: (directory) => directory.projects.values(),
    *dependents(directory, { id }) {
      for (const record of directory.issues.get(id)?.all() ?? []) yield { kind: 'issues', record };
    },
  },
  issues: {
    identity: ['id', 'projectId', 'issueNumber'],
    find: (directory, { projectId, issueNumber }) => directory.issue(projectId, issueNumber),
    checkNew(directory, { projectId, issueNumber }) {
      if (!directory.projects.has(projectId)) throw missing('project', projectId);
      if (directory.issue(projectId, issueNumber)) throw taken('issue', `${issueNumber} in ${projectId}`);
    },
    put: (directory, record) => directory.issues.get(record.projectId)?.put(record),
    remove(directory, issue) {
      directory.issues.get(issue.projectId)?.delete(issue.issueNumber);
      directory.comments.delete(issueKey(issue));
    },
    *all(directory) {
      for (const issues of directory.issues.values()) yield* issues.all();
    },
    *dependents(directory, issue) {
      for (const record of directory.commentsOn(issue)) yield { kind: 'comments', record };
    },
  },
  comments: {
    identity: ['id', 'projectId', 'issueNumber'],
    find(directory, comment) {
      const comments = directory.commentsOn(comment);
      return (
        comments.find((other) => other === comment) ??
        comments.find((other) => hasId(comment) && other.id === comment.id)
      );
    },
    checkNew(directory, { projectId, issueNumber }) {
      if (!directory.issue(projectId, issueNumber)) throw missing('issue', `${issueNumber} in ${projectId}`);
    },
    put(directory, comment, present) {
      const others = directory.commentsOn(comment);
      const comments = present ? others.with(others.indexOf(present), comment) : [...others, comment];
      directory.comments.set(issueKey(comment), comments);
    },
    remove(directory, present) {
      const others = directory.commentsOn(present).filter((comment) => comment !== present);
      directory.comments.set(issueKey(present), others);
    },
    *all(directory) {
      for (const comments of directory.comments.values()) yield* comments;
    },
  },
  apiKeys: {
    identity: ['key', 'name', 'organizationId'],
    find: (directory, { key }) => directory.apiKeys.get(key),
    checkNew(directory, { key, name, organizationId }) {
      // The key itself is a secret.
      if (directory.apiKeys.has(key)) throw taken('API key', 'svc_…');
      if (directory.credentialNames.has(name)) throw taken('credential', name);
      if (!directory.organizations.has(organizationId)) throw missing('organization', organizationId);
    },
    put(directory, record) {
      directory.apiKeys.set(record.key, record);
      directory.credentialNames.set(record.name, record.key);
    },
    remove(directory, { key, name }) {
      directory.apiKeys.delete(key);
      directory.credentialNames.delete(name);
    },
    all: (directory) => directory.apiKeys.values(),
  },
  users: {
    identity: ['id'],
    find: (directory, { id }) => directory.users.get(id),
    checkNew(directory, { id }) {
      if (directory.users.has(id)) throw taken('user', id);
    },
    put: (directory, record) => void directory.users.set(record.id, record),
    remove: (directory, { id }) => void directory.users.delete(id),
    all: (directory) => directory.users.values(),
    *dependents(directory, { id }) {
      for (const record of directory.accessTokens.values())
        if (record.userId === id) yield { kind: 'accessTokens', record };
    },
  },
  accessTokens: {
    identity: ['token', 'name', 'userId'],
    find: (directory, { token }) => directory.accessTokens.get(token),
    checkNew(directory, { token, name, userId }) {
      if (directory.accessTokens.has(token)) throw taken('access token', '…');
      if (directory.credentialNames.has(name)) throw taken('credential', name);
      if (!directory.users.has(userId)) throw missing('user', userId);
    },
    put(directory, record) {
      directory.accessTokens.set(record.token, record);
      directory.credentialNames.set(record.name, record.token);
    },
    remove(directory, { token, name }) {
      directory.accessTokens.delete(token);
      directory.credentialNames.delete(name);
    },
    all: (directory) => directory.accessTokens.values(),
  },
};

/** All kinds, parents before their dependents. */
export const kinds = Object.keys(recordKinds) as readonly RecordKind[];

/** Pulled comments may have no id. */
function hasId({ id }: CommentRecord): boolean {
  return (id ?? undefined) !== undefined;
}

function taken(what: string, which: string | number): TypeError {
  return new TypeError(`The ${what} ${which} already exists.`);
}

function missing(what: string, which: string | number): TypeError {
  return new TypeError(`There is no ${what} ${which}.`);
}
