// The build makes a file of its own of what is here, without the client, ky and zod.
import type { AbortError } from './abort-error.ts';
import type { ApiError } from './api-error.ts';
import type { AuthenticationError } from './authentication-error.ts';
import type { ConnectionError } from './connection-error.ts';
import type { CredentialError } from './credential-error.ts';
import type { InvalidArgumentError } from './invalid-argument-error.ts';
import { hasErrorBrand, type IssueTrackingError } from './issue-tracking-error.ts';
import type { NotFoundError } from './not-found-error.ts';
import type { PermissionError } from './permission-error.ts';
import type { RateLimitError } from './rate-limit-error.ts';
import type { ServerError } from './server-error.ts';
import type { RateLimitStoreError } from './store-error.ts';
import type { TimeoutError } from './timeout-error.ts';
import type { UnexpectedResponseError } from './unexpected-response-error.ts';
import type { UnprocessableError } from './unprocessable-error.ts';
import type { ValidationError } from './validation-error.ts';

export { AbortError } from './abort-error.ts';
export { ApiError } from './api-error.ts';
export { AuthenticationError } from './authentication-error.ts';
export { ConnectionError } from './connection-error.ts';
export { CredentialError } from './credential-error.ts';
export { InvalidArgumentError } from './invalid-argument-error.ts';
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

/**
 * Every error of this package: `switch (error.name)` tells them apart.
 *
 * @example
 * if (!isIssueTrackingError(error)) throw error;
 * switch (error.name) {
 *   case 'RateLimitError': return tryAgainIn(error.retryAfterMs ?? 60_000);
 *   case 'AbortError': return error.mayHaveBeenApplied;
 * }
 */
export type AnyIssueTrackingError =
  | AbortError
  // Its subclasses have names of their own, so by type it can have any.
  | (ApiError & { readonly name: 'ApiError' })
  | AuthenticationError
  | ConnectionError
  | CredentialError
  | InvalidArgumentError
  | NotFoundError
  | PermissionError
  | RateLimitError
  | RateLimitStoreError
  | ServerError
  | TimeoutError
  | UnexpectedResponseError
  | UnprocessableError
  | ValidationError;

/**
 * Whether a value is an error of this package, even from another realm or another copy of the package, where
 * `instanceof` fails.
 *
 * @param value Anything that was thrown.
 *
 * @example
 * if (isIssueTrackingError(error)) console.error(error.message, error.attempts);
 */
export function isIssueTrackingError(value: unknown): value is AnyIssueTrackingError;
/**
 * Whether a value is an error of this package with this name, even from another realm or another copy of the package.
 *
 * @param value Anything that was thrown.
 * @param name The name of a class: its subclasses have names of their own.
 *
 * @example
 * if (isIssueTrackingError(error, 'RateLimitError')) setTimeout(tryAgain, error.retryAfterMs ?? 60_000);
 */
export function isIssueTrackingError<Name extends AnyIssueTrackingError['name']>(
  value: unknown,
  name: Name,
): value is Extract<AnyIssueTrackingError, { readonly name: Name }>;
export function isIssueTrackingError(value: unknown, name?: string): boolean {
  return hasErrorBrand(value) && (name === undefined || (value as IssueTrackingError).name === name);
}
