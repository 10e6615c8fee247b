import type { IssueStatus } from '@issue-tracking/model';
import type { IssueRecord } from '../store/records.ts';

/** Which statuses an API caller may move an issue to from each; a source that is not named permits none. */
export interface Transitions extends Partial<Record<IssueStatus, readonly IssueStatus[]>> {}

/** What the mock says where the specification gives no text. */
export interface ErrorTexts {
  /** 401, the same for a missing, unknown, expired and revoked credential. */
  unauthenticated: string;
  /** 429 after too many failed authentications (AUTH-7). */
  lockedOut: string;
  /** 429 past the request rate (LIM-1). */
  rateLimited: string;
  /** 404 for an issue. */
  issueNotFound: string;
  /** 404 for an organization filter, where `foreignOrganization` rejects (GAP-37). */
  organizationNotFound: string;
  /** 404 for a path the API doesn't have. */
  notFound: string;
  /** 405. */
  methodNotAllowed: string;
  /** 422, which only a fault brings about (GAP-14). */
  unprocessable: string;
  /** 500, from a fault or should the mock itself fail. */
  internal: string;
}

/** The mock's own (GAP-15). */
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
  /** Which statuses may follow which (GAP-4). */
  transitions: 'any' | Transitions;
  /** The answer to an API caller who asks for `verified` or `closed`, or for a move that `transitions` forbids (GAP-5). */
  statusRefusal: { readonly status: number; readonly error?: string };
  /** What `organizationSlug` and `organizationId` together mean (GAP-6). */
  bothOrganizationFilters: 'reject' | 'intersect' | 'slug' | 'id';
  /** Order of the issue list: `newest` and `oldest` by `createdAt`, `updated` last changed first, or a comparator (GAP-7). */
  issueOrder: 'newest' | 'oldest' | 'updated' | ((a: IssueRecord, b: IssueRecord) => number);
  /** Order of comments (GAP-8). */
  commentOrder: 'oldest' | 'newest';
  /** Status of a comment's creation (GAP-9). */
  commentStatus: 201 | 200;
  /** Texts the specification doesn't give; those not named keep the default (GAP-15). */
  errorTexts: Partial<ErrorTexts>;
  /** The most bytes a body may have (GAP-16). */
  bodyLimit: number;
  /** The most characters a comment may have (GAP-16). */
  commentLimit: number;
  /** Request rate of OAuth tokens: as API keys have it, another, or none (GAP-17). */
  tokenRateLimit: 'same' | false | { readonly requests: number; readonly windowMs?: number };
  /** Whether the project list has its `total` (GAP-18). */
  projectsTotal: boolean;
  /** Field set of an issue list item: both, one of the two, or by turns: `reporter` on odd numbers, `labels` on even (GAP-19). */
  listItem: 'both' | 'reporter' | 'labels' | 'alternating';
  /** What `q` finds (GAP-22). */
  search: 'substring' | ((issue: IssueRecord, q: string) => boolean);
  /** An empty change (GAP-23). */
  emptyUpdate: 'accept' | 'reject';
  /** Members of a body the API doesn't know (GAP-24). */
  unknownMembers: 'ignore' | 'reject';
  /** Whether refused requests, 401 and 429, count against the request rate (GAP-27). */
  refusedCount: boolean;
  /** Who a lockout stops: failing credentials only, or everything from that source (GAP-28). */
  lockout: 'failures' | 'source';
  /** A query parameter given twice (GAP-30). */
  repeatedParameter: 'reject' | 'first' | 'last';
  /** Status for a malformed path parameter (GAP-31). */
  malformedPath: 400 | 404;
  /** A comment of blanks only; an empty one is always refused (GAP-32). */
  blankComment: 'accept' | 'reject';
  /** `totalPages` of an empty list (GAP-35). */
  emptyTotalPages: 0 | 1;
  /** Whether a missing `Authorization` counts as a failed authentication (GAP-36). */
  missingCredential: 'count' | 'ignore';
  /** An organization filter naming one the caller has no part in (GAP-37). */
  foreignOrganization: 'empty' | 'reject';
}
