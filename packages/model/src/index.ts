/**
 * What client and mock share: the schemas, types, limits and endpoints of the API, and its OpenAPI document.
 *
 * @packageDocumentation
 */
export { absentMembers } from './absent-members.ts';
export {
  type CapturedData,
  type CapturedList,
  type CapturedName,
  type CapturedPart,
  type CapturedParts,
  captured,
  capturedLists,
  capturedNames,
  type EntryOf,
  endpointOfPart,
} from './captured.ts';
export { apiKeyInText, apiKeyPattern, apiKeyPrefix, secretName } from './credential.ts';
export type { Endpoint, ObjectSchema } from './endpoint.ts';
export { type EndpointName, type Endpoints, endpoints, type ResponseOf, type Responses } from './endpoints.ts';
export {
  type ConsoleLevel,
  consoleLevels,
  type IssuePriority,
  type IssueStatus,
  isSettable,
  issuePriorities,
  issueStatuses,
  type Scope,
  type SettableStatus,
  scopes,
  setByOthers,
  settableStatuses,
  type UserActionType,
} from './enumerations.ts';
export type { Item, List, ListWithOptionalTotal, Page } from './envelopes.ts';
export { type ErrorBody, type ErrorDetail, errorBodySchema, errorTexts } from './errors.ts';
export { type InputOf, inputs } from './inputs.ts';
export { apiRoot, limits } from './limits.ts';
export { nearestName } from './nearest-name.ts';
export type { JsonObject } from './open-api/json-schema.ts';
export { type OpenApiDocument, toOpenApi } from './open-api/to-open-api.ts';
export { fillPath, type PathSegment, parsePath } from './path.ts';
export {
  type ConsoleLogsOptions,
  consoleLogsQuery,
  type IssueListOptions,
  type IssueUpdate,
  issueListQuery,
  issueParams,
  issueUpdateBody,
  type NewComment,
  newCommentBody,
  type ProjectListFilters,
  projectListQuery,
  projectParams,
} from './requests.ts';
export { type Comment, commentSchema } from './resources/comment.ts';
export { type ConsoleLog, consoleLogSchema } from './resources/console-log.ts';
export {
  type Issue,
  type IssueListItem,
  issueListItemSchema,
  issueSchema,
  type MetadataSummary,
  metadataSummarySchema,
  type UpdatedIssue,
  updatedIssueSchema,
} from './resources/issue.ts';
export { type NetworkLog, networkLogSchema } from './resources/network-log.ts';
export { type Project, projectSchema } from './resources/project.ts';
export { type Screenshot, screenshotSchema } from './resources/screenshot.ts';
export { type TechContext, techContextSchema } from './resources/tech-context.ts';
export { type UserAction, userActionSchema } from './resources/user-action.ts';
export {
  exactEnum,
  type Known,
  openEnumerations,
  type Schema,
  timestamp,
  uuid,
} from './scalars.ts';
export { mustBeOneOf, timestampPattern, uuidPattern } from './wire-text.ts';
