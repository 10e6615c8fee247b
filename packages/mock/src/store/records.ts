import {
  commentSchema,
  consoleLevels,
  consoleLogSchema,
  exactEnum,
  issuePriorities,
  issueSchema,
  issueStatuses,
  type Known,
  networkLogSchema,
  projectSchema,
  scopes,
  screenshotSchema,
  techContextSchema,
  timestamp,
  userActionSchema,
  uuid,
} from '@issue-tracking/model';
import * as z from 'zod/mini';
import { accessTokenText, apiKeyText, text } from '../input/schemas.ts';

/** An organization, `active` or not (EP-3). */
const organizationRecord = z.looseObject({ id: uuid, slug: text, name: text, active: z.boolean() });
/** An organization in the mock's data. */
export interface OrganizationRecord extends Known<z.infer<typeof organizationRecord>> {}

const { id, name, slug, description, createdAt } = projectSchema.def.shape;
/** A project, without what it shows of its organization. */
const projectRecord = z.looseObject({ id, name, slug, description, createdAt, organizationId: uuid });
/** A project in the mock's data. */
export interface ProjectRecord extends Known<z.infer<typeof projectRecord>> {}

const { metadataSummary: _counted, ...issueShape } = issueSchema.def.shape;
const consoleLog = z.looseObject({ ...consoleLogSchema.def.shape, level: exactEnum(consoleLevels) });
/** An issue with everything captured with it; its comments are records of their own. */
const issueRecord = z.looseObject({
  ...issueShape,
  status: exactEnum(issueStatuses),
  priority: exactEnum(issuePriorities),
  id: text,
  projectId: text,
  assignees: z.array(text),
  /** What `metadataSummary.jsErrorCount` says: no endpoint lists script errors. */ // GAP-26
  jsErrorCount: z.int().check(z.nonnegative()),
  consoleLogs: z.array(consoleLog),
  networkLogs: z.array(networkLogSchema),
  screenshots: z.array(screenshotSchema),
  techContext: techContextSchema,
  userActions: z.array(userActionSchema),
});
/** An issue in the mock's data. */
export interface IssueRecord extends Known<z.infer<typeof issueRecord>> {}

/** A comment, with the issue it stands on. */
const commentRecord = z.looseObject({
  ...commentSchema.def.shape,
  projectId: text,
  issueNumber: issueShape.issueNumber,
});
/** A comment in the mock's data. */
export interface CommentRecord extends Known<z.infer<typeof commentRecord>> {}

const credential = {
  scopes: z.array(exactEnum(scopes)),
  /** From then on it is not accepted; `null` for never. */ // GAP-12
  expiresAt: z.nullable(timestamp),
  revoked: z.boolean(),
};

/** An API key, bound to one organization (AUTH-2). */
const apiKeyRecord = z.looseObject({ key: apiKeyText, organizationId: uuid, ...credential });
/** An API key in the mock's data. */
export interface ApiKeyRecord extends Known<z.infer<typeof apiKeyRecord>> {}

/** A person, who belongs to organizations by their slugs. */
const userRecord = z.looseObject({ id: text, name: text, organizations: z.array(text) });
/** A person in the mock's data. */
export interface UserRecord extends Known<z.infer<typeof userRecord>> {}

/** An OAuth access token of a user (GAP-11). */
const accessTokenRecord = z.looseObject({ token: accessTokenText, userId: text, ...credential });
/** An OAuth access token in the mock's data. */
export interface AccessTokenRecord extends Known<z.infer<typeof accessTokenRecord>> {}

/** Every kind of record, by the name of its collection. */
export interface RecordsByKind {
  organizations: OrganizationRecord;
  projects: ProjectRecord;
  issues: IssueRecord;
  comments: CommentRecord;
  apiKeys: ApiKeyRecord;
  users: UserRecord;
  accessTokens: AccessTokenRecord;
}

/** The name of a kind of record. */
export type Kind = keyof RecordsByKind;

/** Every kind's schema. */
export const recordSchemas: { readonly [K in Kind]: z.ZodMiniType<RecordsByKind[K]> } = {
  organizations: organizationRecord,
  projects: projectRecord,
  issues: issueRecord,
  comments: commentRecord,
  apiKeys: apiKeyRecord,
  users: userRecord,
  accessTokens: accessTokenRecord,
};

/** A record, with the name of its kind. */
export type AnyRecord = { [K in Kind]: { readonly kind: K; readonly record: RecordsByKind[K] } }[Kind];
