import type { ConsoleLog, IssueStatus, NetworkLog } from '@issue-tracking/model';
import type { IssueRecord } from '../../data/store/records.ts';

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

/** The response to a caller who asks for a status that they can't set. */
export interface StatusRefusal {
  /** From 400 to 599. */
  readonly status: number;
  /** By default a text that names the status and who may set it, or `Invalid input` with `details`. */
  readonly error?: string;
  /** Whether it has `details`, as the refusal of any wrong value has. */
  readonly details?: boolean;
}

/** What the error counts of an issue count; what is not given stays as by default. */
export interface Counts {
  /** By default entries of level `error`. */
  readonly consoleErrors?: (entry: ConsoleLog) => boolean;
  /** By default a status from 400, or 0, which a request has that failed without a response. */
  readonly networkErrors?: (entry: NetworkLog) => boolean;
}

/** Which entries of a list that has no pages are answered; its `total` counts them all. */
export type ListCap = false | { readonly first: number } | { readonly last: number };

/** The ways in which the specification can be read, one option for each gap that has a choice. */
export interface Readings {
  /** Which statuses may follow which. */
  transitions: 'any' | Transitions;
  /** The response to an API caller who asks for `verified` or `closed`, or for a move that `transitions` forbids. */
  statusRefusal: StatusRefusal;
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
  /**
   * What `q` finds: a literal part of title or description, every one of its words, or what SQL's LIKE finds, for which
   * `%` stands for any text and `_` for any character. Letter case never matters.
   */
  search: 'substring' | 'words' | 'like' | ((issue: IssueRecord, q: string) => boolean);
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
  /**
   * How a value that is not there is written: as an empty text or list, as `null`, or not at all. A world's own `null`
   * stays `null`, unless it is left out.
   */
  absentValues: 'empty' | 'null' | 'omitted';
  /** The author of a comment added with an API key; `{organization}` in it stands for the organization's name. */
  apiAuthorName: string;
  /** What the error counts of an issue count: errors, every entry, or what functions say. */
  counts: 'errors' | 'all' | Counts;
  /** What a change of priority alone does to `updatedAt`. */
  priorityUpdatedAt: 'moves' | 'stays';
  /** An API key of an inactive organization: it works, gets 401, or sees nothing. */
  inactiveOrganizationKey: 'accept' | 'reject' | 'empty';
  /** How a lockout is answered; only 429 itself has `Retry-After`. */
  lockoutStatus: 429 | '429-without-retry-after' | 403 | 401;
  /** Whole numbers in a path or query: plain digits only, or whatever has the value of one, such as `01` and `1.0`. */
  numbers: 'strict' | 'coerce';
  /** HEAD: as GET, without the body, or 405. */
  head: 'get' | 'reject';
  /** What becomes of a comment's text. */
  commentText: 'verbatim' | 'trimmed' | 'escaped' | 'lf' | 'nfc';
  /** Whether lists without pages are whole. */
  listCap: ListCap;
  /** Order of projects, by their creation. */
  projectOrder: 'oldest' | 'newest';
  /** Order of logs, screenshots and actions: by their time, or as they stand in the world. */
  entryOrder: 'oldest' | 'newest' | 'stored';
  /** Order of what is equal by a list's own order. */
  ties: 'stable' | 'unstable';
  /** Query parameters the API doesn't know. */
  unknownParameters: 'ignore' | 'reject';
  /** Whether letter case matters to `label` and `organizationSlug`. */
  letterCase: 'exact' | 'any';
  /** Whose pages may call the API over HTTP, besides those that a server is told of: this computer's, all, or none. */
  cors: 'loopback' | 'any' | 'none';
  /** How long reads show what was before a write, in milliseconds of the mock's clock. */
  readLag: number;
  /** A page past the last one. */
  pagePastEnd: 'empty' | 404 | 400;
}
