import type { Comment, Scope } from '@issue-tracking/model';
import type { MockClientOptions } from '../mock.ts';
import type {
  AccessTokenRecord,
  ApiKeyRecord,
  IssueRecord,
  OrganizationRecord,
  ProjectRecord,
  UserRecord,
} from '../store/records.ts';
import type { IssueInput } from '../world/world.ts';

/** Which issue. */
export interface IssueRef {
  readonly projectId: string;
  readonly issueNumber: number;
}

/** An organization to create; everything has a default. */
export interface NewOrganization {
  id?: string;
  slug?: string;
  name?: string;
  /** `true` by default. */
  active?: boolean;
}

/** A project to create. */
export interface NewProject {
  organizationId: string;
  id?: string;
  slug?: string;
  name?: string;
  description?: string | null;
}

/** An issue to create, now unless it says otherwise. */
export interface NewIssue extends Partial<IssueInput> {
  projectId: string;
}

/** What a key or token may do, and for how long. */
export interface Grant {
  /** Every scope by default. */
  scopes?: Scope[];
  /** When it stops being accepted; `null`, the default, for never. */
  expiresAt?: string | null;
}

/** An API key to create. */
export interface NewApiKey extends Grant {
  organizationId: string;
  key?: string;
}

/** A person to create. */
export interface NewUser {
  id?: string;
  name?: string;
  /** Slugs of the organizations the person belongs to. */
  organizations?: string[];
}

/** An OAuth access token to create. */
export interface NewAccessToken extends Grant {
  userId: string;
  token?: string;
}

/**
 * What people do and the API can't: it has no way to create an issue (GEN-6), nor to set `verified` (STA-5) or `closed`
 * (STA-6). What these return are copies.
 *
 * @throws WorldError or TypeError, as a rejection, for what can't be.
 */
export interface Dashboard {
  /** Creates an organization; without anything given, an active one. */
  createOrganization(organization?: NewOrganization): Promise<OrganizationRecord>;
  /** Creates a project in an organization. */
  createProject(project: NewProject): Promise<ProjectRecord>;
  /** Creates an issue in a project, `open` and with the next number unless it says otherwise. */
  createIssue(issue: NewIssue): Promise<IssueRecord>;
  /** Sets `verified`, as a person does in the dashboard or the browser extension. */
  verify(issue: IssueRef): Promise<IssueRecord>;
  /** Sets `closed`, as publishing a report does. */
  publishReport(issue: IssueRef): Promise<IssueRecord>;
  /** Comments as a person. */
  addComment(issue: IssueRef, comment: { content: string; authorName?: string }): Promise<Comment>;
  /** Creates an API key of an organization. */
  createApiKey(apiKey: NewApiKey): Promise<ApiKeyRecord>;
  /** From now on the key gets 401. */
  revokeApiKey(key: string): Promise<void>;
  /** Creates a person who belongs to organizations. */
  createUser(user?: NewUser): Promise<UserRecord>;
  /** Creates an OAuth access token of a person. */
  createAccessToken(token: NewAccessToken): Promise<AccessTokenRecord>;
}

/** What a tenant begins with. */
export interface TenantOptions {
  /** Issues of its project, or how many plain ones; none by default. */
  issues?: number | IssueInput[];
  /** What its key may do: every scope by default. */
  scopes?: Scope[];
}

/** An organization with one project and one key, of which nobody else knows. */
export interface Tenant {
  organization: OrganizationRecord;
  project: ProjectRecord;
  apiKey: string;
  /** A client's options: this mock, its clock and the tenant's key. */
  clientOptions: MockClientOptions;
}
