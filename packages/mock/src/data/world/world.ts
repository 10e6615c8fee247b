import type { IssuePriority, IssueStatus, Scope } from '@issue-tracking/model';
import type {
  CommentInput,
  ConsoleLogInput,
  NetworkLogInput,
  ScreenshotInput,
  TechContextInput,
  UserActionInput,
} from './entry-inputs.ts';

/**
 * The initial data of a mock, and the form of a world file. Only ids, slugs, names, titles, keys and tokens are required.
 * Unknown members are rejected, so that a typo doesn't silently select a default.
 *
 * @example
 * const world: World = {
 *   organizations: [
 *     {
 *       id: '00000000-0000-4000-8000-000000000001',
 *       slug: 'acme',
 *       name: 'Acme',
 *       projects: [{ id: 'prj_web', slug: 'web', name: 'Web', issues: [{ title: 'Checkout hangs', priority: 'high' }] }],
 *       apiKeys: [{ key: 'svc_ci', scopes: ['projects:read', 'issues:read'] }],
 *     },
 *   ],
 * };
 */
export interface World {
  /** Version of the format. By default 1. Newer versions are rejected. */
  formatVersion?: number | undefined;
  /** None by default. */
  organizations?: OrganizationInput[] | undefined;
  /** Users with OAuth access tokens. None by default. */
  users?: UserInput[] | undefined;
}

/** An organization, with its projects and API keys. */
export interface OrganizationInput {
  /** A uuid, of any version. */
  id: string;
  /** Unique among organizations. */
  slug: string;
  name: string;
  /** OAuth tokens don't see the projects of an inactive organization. `true` by default. */
  active?: boolean | undefined;
  /** None by default. */
  projects?: ProjectInput[] | undefined;
  /** None by default. */
  apiKeys?: ApiKeyInput[] | undefined;
}

/** A project, with its issues. */
export interface ProjectInput {
  /** Used in paths. Unique among the projects of a world. */
  id: string;
  slug: string;
  name: string;
  /** `null` by default. */
  description?: string | null | undefined;
  /** 2026-04-01T09:00:00.000Z by default, or a year before the mock's clock if that is earlier. */
  createdAt?: string | undefined;
  /** None by default. */
  issues?: IssueInput[] | undefined;
}

/** An API key of an organization. */
export interface ApiKeyInput {
  /**
   * Unique name such as `acme-ci`, which the request log shows beside the masked key. By default the organization's slug, with a
   * number from the second key on.
   */
  name?: string | undefined;
  /** `svc_` and at least one more visible ASCII character. Unique among the credentials of a world. */
  key: string;
  /** Every scope by default. */
  scopes?: Scope[] | undefined;
  /** When it stops being accepted; `null`, the default, for never. */
  expiresAt?: string | null | undefined;
}

/** A user of the service. */
export interface UserInput {
  /** Unique among users. */
  id: string;
  name: string;
  /** Slugs of the user's organizations. None by default. */
  organizations?: string[] | undefined;
  /** None by default. */
  accessTokens?: AccessTokenInput[] | undefined;
}

/** An OAuth access token of a user. */
export interface AccessTokenInput {
  /** Unique name, as of an API key. By default the user's id, with a number from the second token on. */
  name?: string | undefined;
  /** Visible ASCII characters, not starting with `svc_`. Unique among the credentials of a world. */
  token: string;
  /** Every scope by default. */
  scopes?: Scope[] | undefined;
  /** When it stops being accepted; `null`, the default, for never. */
  expiresAt?: string | null | undefined;
}

/** An issue, with its comments and everything captured with it. */
export interface IssueInput {
  title: string;
  /** Used in paths. By default one more than the highest of its project. */
  issueNumber?: number | undefined;
  /** By default made of the project's id and the number. */
  id?: string | undefined;
  /** Empty by default. */
  description?: string | undefined;
  /** `open` by default. */
  status?: IssueStatus | undefined;
  /** `medium` by default. */
  priority?: IssuePriority | undefined;
  /** None by default. */
  labels?: string[] | undefined;
  /** By default `assigneeName`, if set. */
  assignees?: string[] | undefined;
  /** `Reporter` by default. */
  reporterName?: string | undefined;
  /** By default the first of `assignees`, or empty. */
  assigneeName?: string | undefined;
  /** `https://app.example/` by default. */
  pageUrl?: string | undefined;
  /** By default from `techContext`, or `Chrome 141`. */
  browserInfo?: string | undefined;
  /** By default from `techContext`, or `macOS 15`. */
  osInfo?: string | undefined;
  /** `<width>x<height>`. By default from `techContext`, or `1280x720`. */
  viewportSize?: string | undefined;
  /** By default `issueNumber` minutes after the default of projects, or `updatedAt` if that is earlier. */
  createdAt?: string | undefined;
  /** `createdAt` by default. */
  updatedAt?: string | undefined;
  /** The value of `metadataSummary.jsErrorCount`. 0 by default. The other counts are computed. */
  jsErrorCount?: number | undefined;
  /** None by default. */
  comments?: CommentInput[] | undefined;
  /** None by default. */
  consoleLogs?: ConsoleLogInput[] | undefined;
  /** None by default. */
  networkLogs?: NetworkLogInput[] | undefined;
  /** None by default. */
  screenshots?: ScreenshotInput[] | undefined;
  /**
   * By default from `browserInfo`, `osInfo` and `viewportSize`. `null` if none was captured, as for an issue that was created in
   * the dashboard: then those three and `pageUrl` are empty by default.
   */
  techContext?: TechContextInput | null | undefined;
  /** None by default. */
  userActions?: UserActionInput[] | undefined;
}
