/**
 * The client: its options, methods, errors, and the types of what they take and return.
 *
 * @packageDocumentation
 */
export type {
  CapturedData,
  Comment,
  ConsoleLevel,
  ConsoleLog,
  ConsoleLogsOptions,
  EndpointName,
  ErrorDetail,
  Issue,
  IssueListItem,
  IssueListOptions,
  IssuePriority,
  IssueStatus,
  IssueUpdate,
  List,
  ListWithOptionalTotal,
  MetadataSummary,
  NetworkLog,
  NewComment,
  Page,
  Project,
  ProjectListFilters,
  Scope,
  Screenshot,
  SettableStatus,
  TechContext,
  UpdatedIssue,
  UserAction,
  UserActionType,
} from '@issue-tracking/model';
export { consoleLevels, issuePriorities, issueStatuses, settableStatuses } from '@issue-tracking/model';
export type { StandardSchemaV1, StandardTypedV1 } from '@standard-schema/spec';
export type { ApiPromise, ResponseInfo, WithResponse } from './call/call-endpoint.ts';
export type { RequestOptions, RetryOptions } from './call/call-settings.ts';
export type { CloseOptions } from './call/lifetime.ts';
export { IssueTrackingClient } from './client.ts';
export {
  ApiError,
  AuthenticationError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  UnprocessableError,
  ValidationError,
} from './errors/api-errors.ts';
export {
  AbortError,
  ConnectionError,
  CredentialError,
  InvalidArgumentError,
  RateLimitStoreError,
  TimeoutError,
  UnexpectedResponseError,
} from './errors/client-errors.ts';
export { type AnyIssueTrackingError, isIssueTrackingError } from './errors/is-issue-tracking-error.ts';
export { type Attempt, IssueTrackingError } from './errors/issue-tracking-error.ts';
export type {
  AccessToken,
  ApiKey,
  KeyProvider,
  KeyWithExpiry,
  TokenProvider,
  TokenRequest,
  TokenWithExpiry,
} from './gate/provider.ts';
export type { RateLimitState } from './gate/settings.ts';
export type { CallEvent, Drift, EndEvent, Hooks, ResponseEvent, RetryEvent, WaitEvent, Warning } from './hooks.ts';
export type { ClientOptions, CommonOptions, OneCredential, RateLimitOptions } from './options/client-options.ts';
export type { Logger } from './options/log.ts';
export { type Clock, systemClock } from './platform/clock.ts';
export type { FetchLike } from './platform/fetch-like.ts';
export type { ApiPath, Method, RawRequestOptions } from './raw-request/raw-request.ts';
export { Comments } from './resources/comments.ts';
export type { CommentCreateOptions } from './resources/create-comment.ts';
export type { ContextOptions, ContextPart, IssueContext } from './resources/issue-context.ts';
export { IssueList, type ToArrayOptions } from './resources/issue-list.ts';
export { IssuePage } from './resources/issue-page.ts';
export { Issues } from './resources/issues.ts';
export { Projects } from './resources/projects.ts';
export type { AwaitedStatus, WaitForOptions } from './resources/wait-for-issue.ts';
export type { HeaderOptions } from './validation/headers.ts';
export type { LogLevel } from './validation/option-table.ts';
