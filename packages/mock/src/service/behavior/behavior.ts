// Written by `pnpm generate` from options.ts.
import type { BehaviorOption, behaviorOptions } from './options.ts';

type Value<Name extends keyof typeof behaviorOptions> =
  (typeof behaviorOptions)[Name] extends BehaviorOption<infer Choice> ? Choice : never;

/** The ways in which the specification can be read, one option for each gap that has a choice. */
export interface Behavior {
  /** Which statuses may follow which; others, and the same status again, are rejected as `statusRejection` describes. */
  transitions: Value<'transitions'>;
  /** Status and message when an API caller sets `verified`, `closed` or a status that `transitions` rejects; by default the message names the status, and who may set it or that the issue cannot move to it; with `details` it is rejected like any invalid value. */
  statusRejection: Value<'statusRejection'>;
  /** Both organization filters at once. */
  bothOrganizationFilters: Value<'bothOrganizationFilters'>;
  /** Order of the issue list. */
  issueOrder: Value<'issueOrder'>;
  /** Order of comments. */
  commentOrder: Value<'commentOrder'>;
  /** Status of the response to a new comment. */
  commentStatus: Value<'commentStatus'>;
  /** Error texts the specification does not give. */
  errorTexts: Value<'errorTexts'>;
  /** Maximum size of a request body, in bytes. */
  bodyLimit: Value<'bodyLimit'>;
  /** Maximum length of a comment, in characters. */
  commentLimit: Value<'commentLimit'>;
  /** The request rate of OAuth tokens: as for API keys, or off. */
  tokenRateLimit: Value<'tokenRateLimit'>;
  /** Whether the project list has its `total`. */
  projectsTotal: Value<'projectsTotal'>;
  /** Which of the two field sets an issue list item has; `alternating` is `reporter` for odd numbers and `labels` for even ones. */
  listItem: Value<'listItem'>;
  /** How `q` searches title and description, in any letter case: as a part (a blank finds everything), as words that must all occur, or as a pattern of SQL’s LIKE. */
  search: Value<'search'>;
  /** An update without a change: 200 and the issue stays as it is, or 400. */
  emptyUpdate: Value<'emptyUpdate'>;
  /** Members of a request body that the API does not know: ignored, or 400. */
  unknownMembers: Value<'unknownMembers'>;
  /** Whether rejected requests (401 and 429) count against the request rate. */
  countRejected: Value<'countRejected'>;
  /** Which requests of a locked-out source get 429: those with failing credentials, or all. */
  lockout: Value<'lockout'>;
  /** A repeated query parameter: 400, or the first or last value counts. */
  repeatedParameter: Value<'repeatedParameter'>;
  /** Status for a malformed path parameter, such as issue number 0: that of invalid input, or of a missing record. */
  malformedPath: Value<'malformedPath'>;
  /** A comment of spaces only; an empty one is always 400. */
  blankComment: Value<'blankComment'>;
  /** `totalPages` of an empty list. */
  emptyTotalPages: Value<'emptyTotalPages'>;
  /** Whether a missing `Authorization` counts as a failed authentication. */
  missingCredential: Value<'missingCredential'>;
  /** An organization filter for an organization that isn’t the caller’s: an empty list, or 404. */
  foreignOrganization: Value<'foreignOrganization'>;
  /** A missing value, such as the assignee of an unassigned issue: an empty text, `null`, or left out. */
  absentValues: Value<'absentValues'>;
  /** The author of a comment added with an API key; `{organization}` stands for the organization's name. */
  apiAuthorName: Value<'apiAuthorName'>;
  /** Entries counted by `consoleErrorCount` and `networkErrorCount`: level `error`, and status 400 and above or 0; or every entry. */
  counts: Value<'counts'>;
  /** Whether a change of priority alone moves `updatedAt`. */
  priorityUpdatedAt: Value<'priorityUpdatedAt'>;
  /** An API key of an inactive organization: it works, gets 401, or sees nothing. */
  inactiveOrganizationKey: Value<'inactiveOrganizationKey'>;
  /** Status of the response to a locked-out source; only 429 itself has `Retry-After`. */
  lockoutStatus: Value<'lockoutStatus'>;
  /** Whole numbers in a path or query written as `01`, `1.0` or `+1`: rejected, or taken for 1. */
  numbers: Value<'numbers'>;
  /** HEAD: as GET, without the body, or 405. */
  head: Value<'head'>;
  /** How the text of a new comment is stored: as it was sent, without spaces around it, or escaped for HTML. */
  commentText: Value<'commentText'>;
  /** Whether lists without pages are whole, or only their beginning or end; `total` counts everything. */
  listCap: Value<'listCap'>;
  /** Order of projects, by creation. */
  projectOrder: Value<'projectOrder'>;
  /** Order of logs, screenshots and actions, by time. */
  entryOrder: Value<'entryOrder'>;
  /** Whether items that are equal by the order of a list keep their order, or change it from response to response. */
  ties: Value<'ties'>;
  /** Query parameters that the API does not know: ignored, or 400. */
  unknownParameters: Value<'unknownParameters'>;
  /** Letter case of `label` and `organizationSlug`. */
  letterCase: Value<'letterCase'>;
  /** Which pages may call the API from a browser, besides those of the server’s option `cors`. */
  cors: Value<'cors'>;
  /** How long a read does not see the write before it, in milliseconds of the mock's clock. */
  readLag: Value<'readLag'>;
  /** A page past the last one: an empty list, 404, or 400. */
  pagePastEnd: Value<'pagePastEnd'>;
  /** The technical context of an issue for which none was captured, as for one that was created in the dashboard: `null`, 404, or an empty object. */
  missingTechContext: Value<'missingTechContext'>;
  /** Whether a new comment moves the `updatedAt` of its issue. */
  commentUpdatesIssue: Value<'commentUpdatesIssue'>;
}
