/** Every error class. The build makes a file of its own of them, without the client, ky and zod. */
export { ApiError } from './api-error.ts';
export { AuthenticationError } from './authentication-error.ts';
export { ConnectionError } from './connection-error.ts';
export { CredentialError } from './credential-error.ts';
export { InvalidArgumentError } from './invalid-argument-error.ts';
export { isIssueTrackingError } from './is-issue-tracking-error.ts';
export { IssueTrackingError } from './issue-tracking-error.ts';
export { NotFoundError } from './not-found-error.ts';
export { PermissionError } from './permission-error.ts';
export { RateLimitError } from './rate-limit-error.ts';
export { ServerError } from './server-error.ts';
export { RateLimitStoreError } from './store-error.ts';
export { TimeoutError } from './timeout-error.ts';
export { UnexpectedResponseError } from './unexpected-response-error.ts';
export { UnprocessableError } from './unprocessable-error.ts';
export { ValidationError } from './validation-error.ts';
