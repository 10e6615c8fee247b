import {
  apiKeyPrefix,
  type CapturedData,
  type CapturedName,
  type CapturedParts,
  type Comment,
  captured,
  commentSchema,
  type EntryOf,
  exactEnum,
  type Issue,
  type IssueListItem,
  issueListItemSchema,
  issueSchema,
  openEnumerations,
  type Project,
  projectParams,
  projectSchema,
  type Scope,
  scopes,
  timestamp,
  uuid,
} from '@issue-tracking/model';
import * as z from 'zod/mini';
import {
  accessTokenText,
  apiKeyText,
  flag,
  jsonForms,
  name,
  number,
  object,
  text,
  wholeNumber,
} from '../platform/input/schemas.ts';

/** Members that may be left out. */
type Given<Type> = { [Name in keyof Type]?: Type[Name] | undefined };

/** An organization. */
export interface OrganizationRecord {
  /** A uuid. By default generated. */
  id: string;
  /** Unique among organizations. By default generated. */
  slug: string;
  /** By default the slug. */
  name: string;
  /** OAuth tokens don't see the projects of an inactive organization. `true` by default. */
  active: boolean;
}

/** A project. */
export interface ProjectRecord extends Omit<Project, 'organizationSlug' | 'organizationName'> {
  /** The lowest number that the next issue may get. Numbers are never given twice. */
  nextIssueNumber?: number | undefined;
  /** Members of a pulled project in the service's response, in its order. */
  shows?: readonly string[] | undefined;
}

/** An issue, with everything captured with it. */
export interface IssueRecord
  extends Omit<Issue, 'metadataSummary'>,
    Omit<IssueListItem, keyof Issue | 'id' | 'assignees'>,
    CapturedData {
  /** By default made of the project's id and the number. */
  id: string;
  projectId: string;
  /** Names of the assigned users. By default `assigneeName`, if set. */
  assignees: string[];
  /** The value of `metadataSummary.jsErrorCount`: no endpoint lists script errors. 0 by default. */
  jsErrorCount: number;
  /** The service's counts of a pulled issue. For other issues, the mock counts. */
  metadataSummary?: Issue['metadataSummary'] | undefined;
  /** Members of a pulled issue in the service's responses, in its order. */
  shows?: { readonly list: readonly string[]; readonly detail: readonly string[] } | undefined;
}

/** A comment, with the path of its issue. */
export interface CommentRecord extends Comment {
  projectId: string;
  issueNumber: number;
}

/** The common members of keys and tokens. */
export interface CredentialRecord {
  /** Unique; shown instead of the credential. By default the organization's slug or the user's id, with a number if taken. */
  name: string;
  /** Every scope by default. */
  scopes: Scope[];
  /** Date from which it is rejected; `null`, the default, for never. */ // GAP-12
  expiresAt: string | null;
  /** `false` by default. */
  revoked: boolean;
}

/** An API key, bound to one organization (AUTH-2). */
export interface ApiKeyRecord extends CredentialRecord {
  /** `svc_` and at least one more visible ASCII character. By default generated. */
  key: string;
  organizationId: string;
}

/** A user, with the slugs of their organizations. */
export interface UserRecord {
  /** Unique. By default generated. */
  id: string;
  /** By default the id. */
  name: string;
  /** Slugs. None by default. */
  organizations: string[];
}

/** An OAuth access token of a user (GAP-11). */
export interface AccessTokenRecord extends CredentialRecord {
  /** Visible ASCII characters, not starting with `svc_`. By default generated. */
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

/** A captured entry; everything has a default. */
export type EntryInput<Name extends CapturedName> = Given<EntryOf<Name>>;

/** An organization to create, with its projects and keys. Everything has a default. */
export interface OrganizationInput extends Given<OrganizationRecord> {
  projects?: ProjectInput[] | undefined;
  apiKeys?: ApiKeyInput[] | undefined;
}
/** A project in its organization, with its issues. */
export interface ProjectInput extends Given<Omit<ProjectRecord, 'organizationId' | 'shows'>> {
  issues?: IssueInput[] | undefined;
}
/** What may be left out of an issue: all, with everything captured. */
type IssueMembers = Given<Omit<IssueRecord, 'projectId' | 'metadataSummary' | 'shows' | CapturedName>> & {
  [Name in keyof CapturedParts]?:
    | (CapturedParts[Name]['many'] extends true ? EntryInput<Name>[] : EntryInput<Name> | null)
    | undefined;
};
/** An issue in its project, with its comments. */
export interface IssueInput extends IssueMembers {
  comments?: CommentInput[] | undefined;
}
/** A comment on its issue. */
export interface CommentInput extends Given<Comment> {}
/** An API key of its organization. */
export interface ApiKeyInput extends Given<Omit<ApiKeyRecord, 'organizationId'>> {}
/** A user, with tokens. */
export interface UserInput extends Given<UserRecord> {
  accessTokens?: AccessTokenInput[] | undefined;
}
/** An access token of its user. */
export interface AccessTokenInput extends Given<Omit<AccessTokenRecord, 'userId'>> {}

/** What `create` takes: the members of a world file, and the parent. Only the parent is required. */
export interface NewRecords {
  organizations: OrganizationInput;
  projects: ProjectInput & { organizationId: string };
  issues: IssueInput & { projectId: string };
  comments: CommentInput & { projectId: string; issueNumber: number };
  apiKeys: ApiKeyInput & { organizationId: string };
  users: UserInput;
  accessTokens: AccessTokenInput & { userId: string };
}

type Shape = Record<string, z.ZodMiniType>;

/** Returns a schema of the model as that of an input: exact values, and no other members. */
function inputOf(schema: z.core.$ZodType): z.ZodMiniType {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const values = openEnumerations.get(schema);
  if (values) return exactEnum(values);
  if (def.type === 'optional' || def.type === 'nullable') {
    const inner = inputOf(def.innerType);
    return def.type === 'optional' ? z.optional(inner) : z.nullable(inner);
  }
  if (def.type === 'array') return z.array(inputOf(def.element), 'must be an array');
  if (def.type === 'object') {
    const members = Object.entries(def.shape).map(([member, each]) => [member, inputOf(each)]);
    if (members.length > 0) return object(Object.fromEntries(members));
    return z.record(z.string(), def.catchall ? inputOf(def.catchall) : z.unknown(), 'must be an object');
  }
  // The model's own checks have messages.
  if (def.checks?.length) return schema as z.ZodMiniType;
  return def.type === 'string' ? text : def.type === 'number' ? number : (schema as z.ZodMiniType);
}

/** Returns the members of a schema of the model. An `id` must not be empty. */
function membersOf(schema: z.core.$ZodType): Shape {
  const { shape } = (schema as z.ZodMiniObject).def;
  return Object.fromEntries(Object.entries(shape).map(([key, each]) => [key, key === 'id' ? name : inputOf(each)]));
}

/** An object whose members may be left out. */
function partial(shape: Shape) {
  return object(Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, z.optional(schema)])));
}

const { metadataSummary: _counted, ...issueMembers } = membersOf(issueSchema);
const { organizationSlug: _slug, organizationName: _name, ...projectMembers } = membersOf(projectSchema);
const capturedMembers = Object.entries(captured).map(([part, { many, entry }]) => {
  const one = partial(membersOf(entry));
  return [part, many ? z.array(one, 'must be an array') : z.nullable(one)];
});

/** The name of a credential, shown instead of the credential. */
const credentialName = text
  .check(
    z.regex(/^[^\s\p{C}](?:[^\p{C}]*[^\s\p{C}])?$/u, {
      error: 'must be one line without spaces around it',
      abort: true,
    }),
    z.refine((value) => !value.includes(apiKeyPrefix), {
      error: `must not contain "${apiKeyPrefix}", because names are shown and keys are not`,
    }),
  )
  .register(jsonForms, { not: { pattern: apiKeyPrefix } });
const grant: Shape = {
  name: credentialName,
  scopes: z.array(exactEnum(scopes), 'must be an array'),
  expiresAt: z.nullable(timestamp),
  revoked: flag,
};
/** A project's id. It is one segment of paths; an encoded slash doesn't match (GAP-39). */
const projectId = projectParams.def.shape.projectId
  .check(z.refine((id) => !id.includes('/'), { error: 'must not contain "/", because it is a segment of paths' }))
  .register(jsonForms, { pattern: '^[^/]+$', not: { enum: ['.', '..'] } });

/** The members of each kind of record, each with the schema of a value. */
export const members: { readonly [K in RecordKind]: Shape } = {
  organizations: { id: uuid, slug: name, name, active: flag },
  projects: {
    ...projectMembers,
    id: projectId,
    slug: name,
    name,
    organizationId: text,
    nextIssueNumber: wholeNumber(1),
  },
  issues: {
    ...membersOf(issueListItemSchema),
    ...issueMembers,
    ...Object.fromEntries(capturedMembers),
    issueNumber: wholeNumber(1),
    title: name,
    projectId: text,
    labels: z.array(text, 'must be an array'),
    assignees: z.array(text, 'must be an array'),
    viewportSize: text.check(z.regex(/^(?:\d+x\d+)?$/, 'must be "<width>x<height>", such as "1440x900", or empty')),
    // The other counts come from the entries (RES-4, GAP-26).
    jsErrorCount: wholeNumber(0),
  },
  comments: { ...membersOf(commentSchema), projectId: text, issueNumber: wholeNumber(1) },
  apiKeys: { key: apiKeyText, organizationId: text, ...grant },
  users: { id: name, name, organizations: z.array(text, 'must be an array') },
  accessTokens: { token: accessTokenText, userId: text, ...grant },
};

/** Where records of a kind belong, and what distinguishes them. */
interface Placement {
  /** The kind above, whose records have a list with this kind's name in a world file. */
  readonly parent?: RecordKind;
  /** Members that refer to the parent, and its members that they equal. */
  readonly reference: Readonly<Record<string, string>>;
  /** Members that identify a record besides the reference. They never change. */
  readonly identity: readonly string[];
  /** Members of which no two records have the same value, with the name of what they name. */
  readonly unique: Readonly<Record<string, string>>;
}

/** All kinds, parents before their dependents. */
export const placements: { readonly [K in RecordKind]: Placement } = {
  organizations: {
    reference: {},
    identity: ['id', 'slug'],
    unique: { id: 'organization', slug: 'organization slug' },
  },
  projects: {
    parent: 'organizations',
    reference: { organizationId: 'id' },
    identity: ['id'],
    unique: { id: 'project' },
  },
  issues: {
    parent: 'projects',
    reference: { projectId: 'id' },
    identity: ['id', 'issueNumber'],
    unique: { id: 'issue id' },
  },
  comments: {
    parent: 'issues',
    reference: { projectId: 'projectId', issueNumber: 'issueNumber' },
    identity: ['id'],
    unique: { id: 'comment' },
  },
  apiKeys: {
    parent: 'organizations',
    reference: { organizationId: 'id' },
    identity: ['key', 'name'],
    unique: { key: 'API key', name: 'credential' },
  },
  users: { reference: {}, identity: ['id'], unique: { id: 'user' } },
  accessTokens: {
    parent: 'users',
    reference: { userId: 'id' },
    identity: ['token', 'name'],
    unique: { token: 'access token', name: 'credential' },
  },
};

/** The names of all kinds. */
export const kinds = Object.keys(placements) as readonly RecordKind[];

const below = Map.groupBy(kinds, (kind) => placements[kind].parent);

/** Returns the kinds whose records are lists in those of a kind; without one, the lists of a world. */
export function kindsIn(kind: RecordKind | undefined): readonly RecordKind[] {
  return below.get(kind) ?? [];
}

/** Returns the schema of a record in a world file. */
export function inputSchema(kind: RecordKind): z.ZodMiniType {
  const own = Object.entries(members[kind]).filter(([key]) => !(key in placements[kind].reference));
  return partial({ ...Object.fromEntries(own), ...childLists(kind) });
}

const newSchemas = new Map<RecordKind, z.ZodMiniType>();

/** Returns the schema of a record to create: as in a world file, with a reference to its parent. */
export function newSchema<K extends RecordKind>(kind: K): z.ZodMiniType<NewRecords[K]> {
  let schema = newSchemas.get(kind);
  if (!schema) {
    const references = Object.keys(placements[kind].reference);
    const shape = Object.entries({ ...members[kind], ...childLists(kind) }).map(([key, each]) => [
      key,
      references.includes(key) ? each : z.optional(each),
    ]);
    schema = object(Object.fromEntries(shape));
    newSchemas.set(kind, schema);
  }
  return schema as object as z.ZodMiniType<NewRecords[K]>;
}

/** Returns the lists of records below those of a kind. */
export function childLists(kind: RecordKind | undefined): Shape {
  return Object.fromEntries(kindsIn(kind).map((each) => [each, z.array(inputSchema(each), 'must be an array')]));
}
