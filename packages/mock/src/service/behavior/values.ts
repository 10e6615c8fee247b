import type { ConsoleLog, IssueStatus, NetworkLog } from '@issue-tracking/model';

/** The statuses to which API callers may change an issue, by its present status. Without an entry, none. */
export interface Transitions extends Partial<Record<IssueStatus, readonly IssueStatus[]>> {}

/** The mock's error texts where the specification gives none. */
export interface ErrorTexts {
  /** 401, the same for a missing, unknown, expired and revoked credential. */
  unauthenticated: string;
  /** 429 after too many failed authentications. */
  lockedOut: string;
  /** 429 past the request rate. */
  rateLimited: string;
  /** 404 for an issue. */
  issueNotFound: string;
  /** 404 for an organization filter, if `foreignOrganization` is `reject`. */
  organizationNotFound: string;
  /** 404 for an unknown path. */
  notFound: string;
  /** 405. */
  methodNotAllowed: string;
  /** 422, only for faults. */
  unprocessable: string;
  /** 500, for faults and errors of the mock. */
  internal: string;
}

/** The mock's default texts. */
export const defaultTexts: ErrorTexts = {
  unauthenticated: 'Missing or invalid credential',
  lockedOut: 'Too many failed authentication attempts',
  rateLimited: 'Rate limit exceeded',
  issueNotFound: 'Issue not found',
  organizationNotFound: 'Organization not found',
  notFound: 'Not found',
  methodNotAllowed: 'Method not allowed',
  unprocessable: 'Unprocessable request',
  internal: 'Internal server error',
};

/** The response to a caller who sets a status that the API can't set. */
export interface StatusRejection {
  /** From 400 to 599. */
  readonly status: number;
  /** By default it names the status and who may set it; with `details`, `Invalid input`. */
  readonly error?: string;
  /** Whether it has `details`, as for invalid values. */
  readonly details?: boolean;
}

/** Predicates of the error counts of an issue. */
export interface Counts {
  /** By default entries of level `error`. */
  readonly consoleErrors?: (entry: ConsoleLog) => boolean;
  /** By default a status of 400 or more, or 0 for a request without a response. */
  readonly networkErrors?: (entry: NetworkLog) => boolean;
}

/** The part of a list without pages that is returned. Its `total` counts all entries. */
export type ListCap = false | { readonly first: number } | { readonly last: number };
