import type { IssueStatus } from '@issue-tracking/model';
import type { IssueRecord } from '../store/records.ts';

/** Which statuses an API caller may move an issue to from each; a source that is not named permits none. */
export interface Transitions extends Partial<Record<IssueStatus, readonly IssueStatus[]>> {}

/** What the mock says where the specification gives no text. */
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

/** The ways in which the specification can be read, one option for each gap that has a choice. */
export interface Readings {
  /** Which statuses may follow which. */
  transitions: 'any' | Transitions;
  /** The answer to an API caller who asks for `verified` or `closed`, or for a move that `transitions` forbids. */
  statusRefusal: { readonly status: number; readonly error?: string };
  /** What `organizationSlug` and `organizationId` together mean. */
  bothOrganizationFilters: 'reject' | 'intersect' | 'slug' | 'id';
  /** Order of the issue list: `newest` and `oldest` by `createdAt`, `updated` last changed first, or a comparator. */
  issueOrder: 'newest' | 'oldest' | 'updated' | ((a: IssueRecord, b: IssueRecord) => number);
  /** Order of comments. */
  commentOrder: 'oldest' | 'newest';
  /** Status of a comment's creation. */
  commentStatus: 201 | 200;
  /** Texts the specification doesn't give; those not named keep the default. */
  errorTexts: Partial<ErrorTexts>;
  /** The most bytes a body may have. */
  bodyLimit: number;
  /** The most characters a comment may have. */
  commentLimit: number;
  /** Request rate of OAuth tokens: as API keys have it, another, or none. */
  tokenRateLimit: 'same' | false | { readonly requests: number; readonly windowMs?: number };
  /** Whether the project list has its `total`. */
  projectsTotal: boolean;
  /** Field set of an issue list item: both, one of the two, or by turns: `reporter` on odd numbers, `labels` on even. */
  listItem: 'both' | 'reporter' | 'labels' | 'alternating';
  /** What `q` finds. */
  search: 'substring' | ((issue: IssueRecord, q: string) => boolean);
  /** An empty change. */
  emptyUpdate: 'accept' | 'reject';
  /** Members of a body the API doesn't know. */
  unknownMembers: 'ignore' | 'reject';
  /** Whether refused requests, 401 and 429, count against the request rate. */
  refusedCount: boolean;
  /** Who a lockout stops: failing credentials only, or everything from that source. */
  lockout: 'failures' | 'source';
  /** A query parameter given twice. */
  repeatedParameter: 'reject' | 'first' | 'last';
  /** Status for a malformed path parameter. */
  malformedPath: 400 | 404;
  /** A comment of blanks only; an empty one is always refused. */
  blankComment: 'accept' | 'reject';
  /** `totalPages` of an empty list. */
  emptyTotalPages: 0 | 1;
  /** Whether a missing `Authorization` counts as a failed authentication. */
  missingCredential: 'count' | 'ignore';
  /** An organization filter naming one the caller has no part in. */
  foreignOrganization: 'empty' | 'reject';
}
