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
 * The data a mock begins with, and the form of a world file. Only ids, slugs, names, titles, keys and tokens are
 * required. Unknown members are refused, so that a typo does not pass for a default.
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
  /** The version of the format: 1, also where it is absent. A newer one is refused. */
  formatVersion?: number | undefined;
  /** None by default. */
  organizations?: OrganizationInput[] | undefined;
  /** People with OAuth access tokens; none by default. */
  users?: UserInput[] | undefined;
}

/** An organization, with its projects and API keys. */
export interface OrganizationInput {
  /** A uuid, of any version. */
  id: string;
  /** No two organizations share one. */
  slug: string;
  name: string;
  /** An OAuth token doesn't reach the projects of an inactive one. `true` by default. */
  active?: boolean | undefined;
  /** None by default. */
  projects?: ProjectInput[] | undefined;
  /** None by default. */
  apiKeys?: ApiKeyInput[] | undefined;
}

/** A project, with its issues. */
export interface ProjectInput {
  /** Stands in paths. No two projects of a world share one. */
  id: string;
  slug: string;
  name: string;
  /** `null` by default. */
  description?: string | null | undefined;
  /** 2026-04-01T09:00:00.000Z by default, or a year before the mock's clock when that stands earlier. */
  createdAt?: string | undefined;
  /** None by default. */
  issues?: IssueInput[] | undefined;
}

/** An API key of an organization. */
export interface ApiKeyInput {
  /**
   * Its unique name, such as `acme-ci`: the request log shows it beside the masked key. No two credentials of a world share
   * one. By default the organization's slug, with a number from the second key on.
   */
  name?: string | undefined;
  /** `svc_` and at least one more visible ASCII character. No two credentials of a world are the same. */
  key: string;
  /** Every scope by default. */
  scopes?: Scope[] | undefined;
  /** When it stops being accepted; `null`, the default, for never. */
  expiresAt?: string | null | undefined;
}

/** A person. */
export interface UserInput {
  /** No two users share one. */
  id: string;
  name: string;
  /** Slugs of the organizations the person belongs to; none by default. */
  organizations?: string[] | undefined;
  /** None by default. */
  accessTokens?: AccessTokenInput[] | undefined;
}

/** An OAuth access token of a person. */
export interface AccessTokenInput {
  /** As of an API key; by default the person's id, with a number from the second token on. */
  name?: string | undefined;
  /** Visible ASCII characters, not beginning with `svc_`. No two credentials of a world are the same. */
  token: string;
  /** Every scope by default. */
  scopes?: Scope[] | undefined;
  /** When it stops being accepted; `null`, the default, for never. */
  expiresAt?: string | null | undefined;
}

/** An issue, with its comments and everything captured with it. */
export interface IssueInput {
  title: string;
  /** Stands in paths. By default one more than the highest of its project. */
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
  /** By default `assigneeName` alone, if given. */
  assignees?: string[] | undefined;
  /** `Reporter` by default. */
  reporterName?: string | undefined;
  /** By default the first of `assignees`, or empty. */
  assigneeName?: string | undefined;
  /** `https://app.example/` by default. */
  pageUrl?: string | undefined;
  /** By default what `techContext` says, or `Chrome 141`. */
  browserInfo?: string | undefined;
  /** By default what `techContext` says, or `macOS 15`. */
  osInfo?: string | undefined;
  /** `<width>x<height>`. By default what `techContext` says, or `1280x720`. */
  viewportSize?: string | undefined;
  /** By default `issueNumber` minutes after the default of a project's, or `updatedAt` if that is earlier. */
  createdAt?: string | undefined;
  /** `createdAt` by default. */
  updatedAt?: string | undefined;
  /** The value of `metadataSummary.jsErrorCount`. 0 by default. The other counts come from the entries. */
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
   * By default what `browserInfo`, `osInfo` and `viewportSize` say. `null` if none was captured, as with an issue that was
   * created in the dashboard: then those three and `pageUrl` are empty by default.
   */
  techContext?: TechContextInput | null | undefined;
  /** None by default. */
  userActions?: UserActionInput[] | undefined;
}
