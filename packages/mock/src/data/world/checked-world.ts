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

/** A checked world with all defaults. */
export interface CheckedWorld {
  /** Present on pulled data, whose members may differ from these types. */
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
  /** By default, the store assigns a unique one. */
  name?: string | undefined;
  scopes: Scope[];
  expiresAt: string | null;
}

/** A user of a {@link CheckedWorld}. */
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
  /** By default, the store assigns a unique one. */
  name?: string | undefined;
  scopes: Scope[];
  expiresAt: string | null;
}

/** An issue of a {@link CheckedWorld}, without the counts, which are computed. */
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
