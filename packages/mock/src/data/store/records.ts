import {
  type Comment,
  type ConsoleLog,
  commentSchema,
  consoleLevels,
  consoleLogSchema,
  exactEnum,
  type Issue,
  issuePriorities,
  issueSchema,
  issueStatuses,
  type NetworkLog,
  networkLogSchema,
  type Project,
  projectSchema,
  type Scope,
  type Screenshot,
  scopes,
  screenshotSchema,
  type TechContext,
  techContextSchema,
  timestamp,
  type UserAction,
  userActionSchema,
  uuid,
} from '@issue-tracking/model';
import * as z from 'zod/mini';
import { accessTokenText, apiKeyText, text } from '../../platform/input/schemas.ts';

/** An organization, `active` or not (EP-3). */
const organizationRecord = z.looseObject({ id: uuid, slug: text, name: text, active: z.boolean() });
/** An organization in the mock's data. */
export interface OrganizationRecord {
  /** A uuid. */
  id: string;
  slug: string;
  name: string;
  active: boolean;
}

const { id, name, slug, description, createdAt } = projectSchema.def.shape;
/** A project, without the members of its organization. */
const projectRecord = z.looseObject({ id, name, slug, description, createdAt, organizationId: uuid });
/** A project in the mock's data. */
export interface ProjectRecord extends Omit<Project, 'organizationSlug' | 'organizationName'> {
  /** Members of a pulled project in the service's response, in its order. */
  shows?: readonly string[];
}

const { metadataSummary: _counted, ...issueShape } = issueSchema.def.shape;
const consoleLog = z.looseObject({ ...consoleLogSchema.def.shape, level: exactEnum(consoleLevels) });
/** An issue with everything captured with it; its comments are records of their own. */
export const issueRecord = z.looseObject({
  ...issueShape,
  status: exactEnum(issueStatuses),
  priority: exactEnum(issuePriorities),
  id: text,
  projectId: text,
  assignees: z.array(text),
  // GAP-26
  jsErrorCount: z.int().check(z.nonnegative()),
  consoleLogs: z.array(consoleLog),
  networkLogs: z.array(networkLogSchema),
  screenshots: z.array(screenshotSchema),
  techContext: z.nullable(techContextSchema),
  userActions: z.array(userActionSchema),
});
/** An issue in the mock's data. */
export interface IssueRecord extends Omit<Issue, 'metadataSummary'> {
  id: string;
  projectId: string;
  /** Names of the assigned users. */
  assignees: string[];
  /** The value of `metadataSummary.jsErrorCount`: no endpoint lists script errors. */
  jsErrorCount: number;
  consoleLogs: ConsoleLog[];
  networkLogs: NetworkLog[];
  screenshots: Screenshot[];
  /** `null` if none was captured. */
  techContext: TechContext | null;
  userActions: UserAction[];
  /** The service's counts of a pulled issue. For other issues, the mock counts. */
  metadataSummary?: Issue['metadataSummary'];
  /** Members of a pulled issue in the service's responses, in its order. */
  shows?: { readonly list: readonly string[]; readonly detail: readonly string[] };
}

/** A comment, with the path of its issue. */
const commentRecord = z.looseObject({
  ...commentSchema.def.shape,
  projectId: text,
  issueNumber: issueShape.issueNumber,
});
/** A comment in the mock's data. */
export interface CommentRecord extends Comment {
  projectId: string;
  issueNumber: number;
}

const credential = {
  name: text,
  scopes: z.array(exactEnum(scopes)),
  expiresAt: z.nullable(timestamp),
  revoked: z.boolean(),
};
/** The common members of keys and tokens. */
export interface CredentialRecord {
  /** Unique. */
  name: string;
  scopes: Scope[];
  /** Date from which it is rejected; `null` for never. */ // GAP-12
  expiresAt: string | null;
  revoked: boolean;
}

/** An API key, bound to one organization (AUTH-2). */
const apiKeyRecord = z.looseObject({ key: apiKeyText, organizationId: uuid, ...credential });
/** An API key in the mock's data. */
export interface ApiKeyRecord extends CredentialRecord {
  key: string;
  /** A uuid. */
  organizationId: string;
}

/** A user, with the slugs of their organizations. */
const userRecord = z.looseObject({ id: text, name: text, organizations: z.array(text) });
/** A user in the mock's data. */
export interface UserRecord {
  id: string;
  name: string;
  /** Slugs. */
  organizations: string[];
}

/** An OAuth access token of a user (GAP-11). */
const accessTokenRecord = z.looseObject({ token: accessTokenText, userId: text, ...credential });
/** An OAuth access token in the mock's data. */
export interface AccessTokenRecord extends CredentialRecord {
  token: string;
  userId: string;
}

/** All kinds of records, by the names of their collections. */
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
export type RecordKind = keyof RecordsByKind;

/** Schemas of all kinds. */
export const recordSchemas: { readonly [K in RecordKind]: z.ZodMiniType<RecordsByKind[K]> } = {
  organizations: organizationRecord,
  projects: projectRecord,
  issues: issueRecord,
  comments: commentRecord,
  apiKeys: apiKeyRecord,
  users: userRecord,
  accessTokens: accessTokenRecord,
};

/** A record, with the name of its kind. */
export type AnyRecord = { [K in RecordKind]: { readonly kind: K; readonly record: RecordsByKind[K] } }[RecordKind];
