import { IssueTrackingError } from './issue-tracking-error.ts';

/** V8 and JavaScriptCore have it; TypeScript declares it only for Node. */
const { captureStackTrace } = Error as { captureStackTrace?: (error: Error) => void };

/**
 * Throws an error again where the program awaits its call. There the stack names the line of the program. Where the error was
 * made, more functions of this package are in between than a stack has lines.
 *
 * @throws the error.
 */
export function rethrow(error: unknown): never {
  if (error instanceof IssueTrackingError) captureStackTrace?.(error);
  throw error;
}
