import type { ConsoleLog, IssueStatus, NetworkLog } from '@issue-tracking/model';

/** Which statuses an API caller may move an issue to from each; a source that is not named permits none. */
export interface Transitions extends Partial<Record<IssueStatus, readonly IssueStatus[]>> {}

/** The mock's texts where the specification gives none. */
export interface ErrorTexts {
  /** 401, the same for a missing, unknown, expired and revoked credential. */
  unauthenticated: string;
  /** 429 after too many failed authentications. */
  lockedOut: string;
  /** 429 past the request rate. */
  rateLimited: string;
  /** 404 for an issue. */
  issueNotFound: string;
  /** 404 for an organization filter, where `foreignOrganization` rejects. */
  organizationNotFound: string;
  /** 404 for a path the API doesn't have. */
  notFound: string;
  /** 405. */
  methodNotAllowed: string;
  /** 422, which only a fault brings about. */
  unprocessable: string;
  /** 500, from a fault or should the mock itself fail. */
  internal: string;
}

/** The mock's own. */
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

/** The response to a caller who asks for a status that they can't set. */
export interface StatusRejection {
  /** From 400 to 599. */
  readonly status: number;
  /** By default a text that names the status and who may set it, or `Invalid input` with `details`. */
  readonly error?: string;
  /** Whether it has `details`, as the refusal of any wrong value has. */
  readonly details?: boolean;
}

/** Predicates of the error counts of an issue, each with a default. */
export interface Counts {
  /** By default entries of level `error`. */
  readonly consoleErrors?: (entry: ConsoleLog) => boolean;
  /** By default a status from 400, or 0, which a request has that failed without a response. */
  readonly networkErrors?: (entry: NetworkLog) => boolean;
}

/** Which entries of a list that has no pages are answered; its `total` counts them all. */
export type ListCap = false | { readonly first: number } | { readonly last: number };
