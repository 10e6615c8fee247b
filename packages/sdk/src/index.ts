export type {
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
export { issueStatuses, settableStatuses } from '@issue-tracking/model';
export type { ApiPromise, ResponseInfo, WithResponse } from './call/api-promise.ts';
export type { RequestOptions, RetryOptions } from './call/settings.ts';
export { IssueTrackingClient } from './client.ts';
export type { AccessToken, TokenProvider, TokenRequest, TokenWithExpiry } from './credential/provider.ts';
export { ApiError, type ApiErrorFacts } from './errors/api-error.ts';
export { AuthenticationError } from './errors/authentication-error.ts';
export { ConnectionError } from './errors/connection-error.ts';
export { CredentialError } from './errors/credential-error.ts';
export { InvalidArgumentError, type InvalidArgumentErrorFacts } from './errors/invalid-argument-error.ts';
export { type ErrorsByName, isIssueTrackingError } from './errors/is-issue-tracking-error.ts';
export { type Attempt, type CallContext, type ErrorFacts, IssueTrackingError } from './errors/issue-tracking-error.ts';
export { NotFoundError } from './errors/not-found-error.ts';
export { PermissionError } from './errors/permission-error.ts';
export { RateLimitError, type RateLimitErrorFacts } from './errors/rate-limit-error.ts';
export type { Redact } from './errors/redact.ts';
export { ServerError } from './errors/server-error.ts';
export { RateLimitStoreError } from './errors/store-error.ts';
export { TimeoutError, type TimeoutErrorFacts } from './errors/timeout-error.ts';
export { UnexpectedResponseError, type UnexpectedResponseErrorFacts } from './errors/unexpected-response-error.ts';
export { UnprocessableError } from './errors/unprocessable-error.ts';
export { ValidationError } from './errors/validation-error.ts';
export type { CallEvent, Drift, Hooks, RequestEvent, ResponseEvent, RetryEvent, WaitEvent } from './hooks.ts';
export type { ClientOptions, LockoutProtectionOptions, RateLimitOptions } from './options/client-options.ts';
export type { LogLevel } from './options/log.ts';
export { type Clock, systemClock } from './platform/clock.ts';
export type { FetchInit, FetchLike, FetchResponse } from './platform/fetch-like.ts';
export type { OnStoreError } from './rate-limit/shared-window.ts';
export type { RateLimitState } from './rate-limit/slot.ts';
export type {
  Acquired,
  AcquireSlotOptions,
  AuthenticationState,
  AuthenticationStep,
  RateLimitStore,
  SettleSlotOptions,
  StoreRefusal,
} from './rate-limit/store.ts';
export type {
  Method,
  RawRequestOptions,
} from './raw-request/raw-request.ts';
export type { Comments } from './resources/comments.ts';
export type { CommentCreateOptions } from './resources/create-once.ts';
export type { IssueContext } from './resources/issue-context.ts';
export { IssueList, type ToArrayOptions } from './resources/issue-list.ts';
export { IssuePage } from './resources/issue-page.ts';
export type { Issues } from './resources/issues.ts';
export type { Projects } from './resources/projects.ts';
export type { AwaitedStatus, WaitForOptions } from './resources/wait-for-issue.ts';
export type { Validation } from './validation/answers.ts';
