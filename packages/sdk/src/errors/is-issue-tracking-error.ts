import type {
  ApiError,
  AuthenticationError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  UnprocessableError,
  ValidationError,
} from './api-errors.ts';
import type {
  AbortError,
  ConnectionError,
  CredentialError,
  InvalidArgumentError,
  RateLimitStoreError,
  TimeoutError,
  UnexpectedResponseError,
} from './client-errors.ts';
import { brand } from './issue-tracking-error.ts';

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
  // The type of `ApiError` allows any name, because its subclasses have their own names.
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
 * @param name The name of a class. Errors of its subclasses have other names, and don't match.
 *
 * @example
 * if (isIssueTrackingError(error, 'RateLimitError')) setTimeout(tryAgain, error.retryAfterMs ?? 60_000);
 */
export function isIssueTrackingError<Name extends AnyIssueTrackingError['name']>(
  value: unknown,
  name: Name,
): value is Extract<AnyIssueTrackingError, { readonly name: Name }>;
export function isIssueTrackingError(value: unknown, name?: string): boolean {
  // Most values are no objects, for which `in` would throw.
  const isBranded = typeof value === 'object' && value !== null && brand in value;
  return isBranded && (name === undefined || (value as { readonly name?: unknown }).name === name);
}
