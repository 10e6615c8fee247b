// Written by `pnpm generate` from behavior-options.ts.
import type { BehaviorOption, behaviorOptions } from './behavior-options.ts';

type Value<Name extends keyof typeof behaviorOptions> =
  (typeof behaviorOptions)[Name] extends BehaviorOption<infer Choice> ? Choice : never;

/** The ways in which the specification can be read, one option for each gap that has a choice. */
export interface Behavior {
  /** Which statuses may follow which; others, and the same status again, are rejected as `statusRejection` describes. */
  transitions: Value<'transitions'>;
  /** Status and message when an API caller sets `verified`, `closed` or a status that `transitions` rejects; by default the message names the status, and who may set it or that the issue cannot move to it; with `details` it is rejected like any invalid value. */
  statusRejection: Value<'statusRejection'>;
  /** Order of the issue list. */
  issueOrder: Value<'issueOrder'>;
  /** Order of comments. */
  commentOrder: Value<'commentOrder'>;
  /** Status of the response to a new comment. */
  commentStatus: Value<'commentStatus'>;
  /** Whether the project list has its `total`. */
  projectsTotal: Value<'projectsTotal'>;
  /** Which of the two field sets an issue list item has; `alternating` is `reporter` for odd numbers and `labels` for even ones. */
  listItem: Value<'listItem'>;
  /** How `q` searches title and description, in any letter case: as a part (a blank finds everything), as words that must all occur, or as a pattern of SQL’s LIKE. */
  search: Value<'search'>;
  /** Members of a request body that the API does not know: ignored, or 400. */
  unknownMembers: Value<'unknownMembers'>;
  /** Which requests get 429 during a lockout: those with failing credentials, or all. */
  lockout: Value<'lockout'>;
  /** A missing value, such as the assignee of an unassigned issue: an empty text, `null`, or left out. */
  absentValues: Value<'absentValues'>;
  /** Query parameters that the API does not know: ignored, or 400. */
  unknownParameters: Value<'unknownParameters'>;
  /** Which pages may call the API from a browser, besides those of the server’s option `cors`: those of this computer, all, or none. */
  cors: Value<'cors'>;
  /** How long a read does not see the write before it, in milliseconds of the mock's clock; a change by `mock.world` ends it. */
  readLag: Value<'readLag'>;
  /** A page past the last one: an empty list, 404, or 400. */
  pagePastEnd: Value<'pagePastEnd'>;
  /** The technical context of an issue for which none was captured, as for one that was created in the dashboard: `null`, 404, or an empty object. */
  missingTechContext: Value<'missingTechContext'>;
}
