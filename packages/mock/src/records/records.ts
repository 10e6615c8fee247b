import type {
  CapturedData,
  CapturedList,
  CapturedName,
  Comment,
  EntryOf,
  Issue,
  IssueListItem,
  Project,
  Scope,
} from '@issue-tracking/model';

/** Members that may be left out. */
type Given<Type> = { [Name in keyof Type]?: Type[Name] | undefined };

/** An organization. */
export interface OrganizationRecord {
  /** A uuid. By default generated. */
  id: string;
  /** Unique among organizations. By default generated. */
  slug: string;
  /** By default the slug. */
  name: string;
  /** OAuth tokens don't see the projects of an inactive organization. `true` by default. */
  active: boolean;
}

/** A project. */
export interface ProjectRecord extends Omit<Project, 'organizationSlug' | 'organizationName'> {
  /** The lowest number that the next issue may get. Numbers are never given twice. */
  nextIssueNumber?: number | undefined;
  /** Members of a pulled project in the service's response, in its order. */
  shows?: readonly string[] | undefined;
}

/** An issue, with everything captured with it. */
export interface IssueRecord
  extends Omit<Issue, 'metadataSummary'>,
    Omit<IssueListItem, keyof Issue | 'id' | 'assignees'>,
    CapturedData {
  /** By default made of the project's id and the number. */
  id: string;
  projectId: string;
  /** Names of the assigned users. By default `assigneeName`, if set. */
  assignees: string[];
  /** The value of `metadataSummary.jsErrorCount`: no endpoint lists script errors. 0 by default. */
  jsErrorCount: number;
  /** The service's counts of a pulled issue. For other issues, the mock counts. */
  metadataSummary?: Issue['metadataSummary'] | undefined;
  /** Members of a pulled issue in the service's responses, in its order. */
  shows?: { readonly list: readonly string[]; readonly detail: readonly string[] } | undefined;
}

/** A comment, with the path of its issue. */
export interface CommentRecord extends Comment {
  projectId: string;
  issueNumber: number;
}

/** The common members of keys and tokens. */
interface CredentialRecord {
  /** Unique; shown instead of the credential. By default the organization's slug or the user's id, with a number if taken. */
  name: string;
  /** Every scope by default. */
  scopes: Scope[];
  /** Date from which it is rejected; `null`, the default, for never. */ // GAP-12
  expiresAt: string | null;
  /** `false` by default. */
  revoked: boolean;
}

/** An API key, bound to one organization (AUTH-2). */
export interface ApiKeyRecord extends CredentialRecord {
  /** `svc_` and at least one more visible ASCII character. By default generated. */
  key: string;
  organizationId: string;
}

/** A user, with the slugs of their organizations. */
export interface UserRecord {
  /** Unique. By default generated. */
  id: string;
  /** By default the id. */
  name: string;
  /** Slugs. None by default. */
  organizations: string[];
}

/** An OAuth access token of a user (GAP-11). */
export interface AccessTokenRecord extends CredentialRecord {
  /** Visible ASCII characters, not starting with `svc_`. By default generated. */
  token: string;
  userId: string;
}

/** All kinds of records, by the names of their collections. */
export interface RecordsByKind {
  organizations: OrganizationRecord;
  projects: ProjectRecord;
  issues: IssueRecord;
  comments: CommentRecord;
  apiKeys: ApiKeyRecord;
  users: UserRecord;
  accessTokens: AccessTokenRecord;
}
/** The name of a kind of record. */
export type RecordKind = keyof RecordsByKind;

/** A captured entry; everything has a default. */
export type EntryInput<Name extends CapturedName> = Given<EntryOf<Name>>;

/** An organization to create, with its projects and keys. Everything has a default. */
export interface OrganizationInput extends Given<OrganizationRecord> {
  projects?: ProjectInput[] | undefined;
  apiKeys?: ApiKeyInput[] | undefined;
}
/** A project in its organization, with its issues. */
export interface ProjectInput extends Given<Omit<ProjectRecord, 'organizationId' | 'shows'>> {
  issues?: IssueInput[] | undefined;
}
/** The members of an issue that may be left out: all, with everything captured. */
type IssueMembers = Given<Omit<IssueRecord, 'projectId' | 'metadataSummary' | 'shows' | CapturedName>> & {
  [Name in CapturedName]?: (Name extends CapturedList ? EntryInput<Name>[] : EntryInput<Name> | null) | undefined;
};
/** An issue in its project, with its comments. */
export interface IssueInput extends IssueMembers {
  comments?: CommentInput[] | undefined;
}
/** A comment on its issue. */
export interface CommentInput extends Given<Omit<Comment, 'content'>>, Pick<Comment, 'content'> {}
/** An API key of its organization. */
export interface ApiKeyInput extends Given<Omit<ApiKeyRecord, 'organizationId'>> {}
/** A user, with tokens. */
export interface UserInput extends Given<UserRecord> {
  accessTokens?: AccessTokenInput[] | undefined;
}
/** An access token of its user. */
export interface AccessTokenInput extends Given<Omit<AccessTokenRecord, 'userId'>> {}

/** The input of `create`: the members of a world file, with a reference to the parent. */
export interface NewRecords {
  organizations: OrganizationInput;
  projects: ProjectInput & { organizationId: string };
  issues: IssueInput & { projectId: string };
  comments: CommentInput & { projectId: string; issueNumber: number };
  apiKeys: ApiKeyInput & { organizationId: string };
  users: UserInput;
  accessTokens: AccessTokenInput & { userId: string };
}
