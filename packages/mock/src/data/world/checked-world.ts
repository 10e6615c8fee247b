import type {
  Comment,
  ConsoleLog,
  Issue,
  NetworkLog,
  Scope,
  Screenshot,
  TechContext,
  UserAction,
} from '@issue-tracking/model';

/** A world that has been checked and has every default filled in. */
export interface CheckedWorld {
  /** Present on pulled data, whose members need not be as these types say. */
  form?: 'pulled';
  organizations: CheckedOrganization[];
  users: CheckedUser[];
}

/** An organization of a {@link CheckedWorld}. */
interface CheckedOrganization {
  id: string;
  slug: string;
  name: string;
  active: boolean;
  projects: CheckedProject[];
  apiKeys: CheckedApiKey[];
}

/** A project of a {@link CheckedWorld}. */
export interface CheckedProject {
  id: string;
  slug: string;
  name: string;
  description: string | null;
  createdAt: string;
  issues: CheckedIssue[];
}

/** An API key of a {@link CheckedWorld}. */
interface CheckedApiKey {
  key: string;
  /** It gets one when it becomes a record: no other credential may have that. */
  name?: string | undefined;
  scopes: Scope[];
  expiresAt: string | null;
}

/** A person of a {@link CheckedWorld}. */
interface CheckedUser {
  id: string;
  name: string;
  /** Slugs. */
  organizations: string[];
  accessTokens: CheckedAccessToken[];
}

/** An OAuth access token of a {@link CheckedWorld}. */
interface CheckedAccessToken {
  token: string;
  /** See {@link CheckedApiKey}. */
  name?: string | undefined;
  scopes: Scope[];
  expiresAt: string | null;
}

/** An issue of a {@link CheckedWorld}: everything but the counts, which come from the entries. */
export interface CheckedIssue extends Omit<Issue, 'metadataSummary'> {
  id: string;
  assignees: string[];
  jsErrorCount: number;
  comments: Comment[];
  consoleLogs: ConsoleLog[];
  networkLogs: NetworkLog[];
  screenshots: Screenshot[];
  techContext: TechContext | null;
  userActions: UserAction[];
}
