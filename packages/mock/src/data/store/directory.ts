import { ProjectIssues } from './project-issues.ts';
import type {
  AccessTokenRecord,
  ApiKeyRecord,
  CommentRecord,
  IssueRecord,
  OrganizationRecord,
  ProjectRecord,
  UserRecord,
} from './records.ts';

type TableName = {
  [Name in keyof Directory]: Directory[Name] extends ReadonlyMap<unknown, unknown> ? Name : never;
}[keyof Directory];

/**
 * One state of all records, each where it is found without searching. Tables are written to only by `recordKinds`, and
 * only through `write` and `writeIssues`: what another state holds too is copied before.
 */
export class Directory {
  /** By id. */
  organizations = new Map<string, OrganizationRecord>();
  /** Ids of organizations, by slug. */
  slugs = new Map<string, string>();
  /** By id. */
  projects = new Map<string, ProjectRecord>();
  /** Ids of projects in order of creation, by the id of their organization. */
  projectIds = new Map<string, readonly string[]>();
  /** By the id of their project. */
  issues = new Map<string, ProjectIssues>();
  /** In order of creation, by `issueKey`. */
  comments = new Map<string, readonly CommentRecord[]>();
  /** By key. */
  apiKeys = new Map<string, ApiKeyRecord>();
  /** By id. */
  users = new Map<string, UserRecord>();
  /** By token. */
  accessTokens = new Map<string, AccessTokenRecord>();
  /** API keys and access tokens, by their names. */
  credentialNames = new Map<string, string>();
  /** Objects created for this directory, which no other one shares. */
  #own = new WeakSet<object>();

  /** The API key or access token, valid or not. */
  credential(value: string): ApiKeyRecord | AccessTokenRecord | undefined {
    return this.apiKeys.get(value) ?? this.accessTokens.get(value);
  }

  organizationWith(slug: string): OrganizationRecord | undefined {
    const id = this.slugs.get(slug);
    return id === undefined ? undefined : this.organizations.get(id);
  }

  issue(projectId: string, issueNumber: number): IssueRecord | undefined {
    return this.issues.get(projectId)?.get(issueNumber);
  }

  commentsOn(issue: IssuePath): readonly CommentRecord[] {
    return this.comments.get(issueKey(issue)) ?? [];
  }

  projectsOf(organizationId: string): ProjectRecord[] {
    const ids = this.projectIds.get(organizationId) ?? [];
    return ids.map((id) => this.projects.get(id)).filter((project) => project !== undefined);
  }

  /** The same state once more, which takes no time: from now on, either one copies what it writes to. */
  share(): Directory {
    this.#own = new WeakSet();
    return Object.assign(new Directory(), this);
  }

  /** A table to write to. */
  write<Name extends TableName>(name: Name): Directory[Name] {
    if (!this.#own.has(this[name])) {
      const table: Map<unknown, unknown> = this[name];
      // The copy of a table is of its type.
      this[name] = new Map(table) as this[Name];
      this.#own.add(this[name]);
    }
    return this[name];
  }

  /** The issues of a project, to write to. */
  writeIssues(projectId: string): ProjectIssues {
    const issues = this.issues.get(projectId);
    if (issues && this.#own.has(issues)) return issues;
    const own = issues?.copy() ?? new ProjectIssues();
    this.#own.add(own);
    this.write('issues').set(projectId, own);
    return own;
  }
}

/** The key of an issue. */
export interface IssuePath {
  readonly projectId: string;
  readonly issueNumber: number;
}

/** An issue's path as one text. */
export function issueKey({ projectId, issueNumber }: IssuePath): string {
  return `${projectId}/${issueNumber}`;
}
