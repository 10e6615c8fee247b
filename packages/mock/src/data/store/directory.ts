import type { IssueEntry } from './issue-entry.ts';
import type { IssueOrder } from './issue-list.ts';
import type { ProjectEntry } from './project-entry.ts';
import type { AccessTokenRecord, ApiKeyRecord, OrganizationRecord, UserRecord } from './records.ts';

/** An organization in the index, with its projects in order of creation. */
export interface OrganizationEntry {
  readonly record: OrganizationRecord;
  readonly projects: ProjectEntry[];
}

/** Where every record is found without searching. Only `recordKinds` changes it. */
export class Directory {
  /** By id. */
  readonly organizations = new Map<string, OrganizationEntry>();
  /** By slug. */
  readonly slugs = new Map<string, OrganizationEntry>();
  /** By id. */
  readonly projects = new Map<string, ProjectEntry>();
  /** By key. */
  readonly apiKeys = new Map<string, ApiKeyRecord>();
  /** By id. */
  readonly users = new Map<string, UserRecord>();
  /** By token. */
  readonly accessTokens = new Map<string, AccessTokenRecord>();
  /** Order of the issue list in every project (GAP-7). */
  issueOrder: IssueOrder;

  constructor(issueOrder: IssueOrder) {
    this.issueOrder = issueOrder;
  }

  issue(projectId: string, issueNumber: number): IssueEntry | undefined {
    return this.projects.get(projectId)?.issue(issueNumber);
  }

  clear(): void {
    this.organizations.clear();
    this.slugs.clear();
    this.projects.clear();
    this.apiKeys.clear();
    this.users.clear();
    this.accessTokens.clear();
  }
}
