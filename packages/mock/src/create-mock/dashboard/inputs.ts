import { exactEnum, type Scope, scopes, uuid } from '@issue-tracking/model';
import * as z from 'zod/mini';
import type { IssueInput } from '../../data/world/world.ts';
import { grantShape, issueInput, organizationInput, projectInput, userInput } from '../../data/world/world-schema.ts';
import { accessTokenText, apiKeyText, object, type ShapeOf, text, wholeNumber } from '../../platform/input/schemas.ts';

// Created records have the members of a world file.
const organization = organizationInput.def.shape;
const project = projectInput.def.shape;
const user = userInput.def.shape;

/** Identifies an issue. */
export interface IssueRef {
  /** Id of the project. */
  projectId: string;
  /** Number in the project, as a number or as text. */
  issueNumber: number | string;
}

const numberMust = 'must be a whole number from 1';
const issueNumber = z.union([wholeNumber(1), z.string().check(z.regex(/^[1-9]\d{0,15}$/, numberMust))], numberMust);
const issueRefShape = { projectId: text, issueNumber } satisfies ShapeOf<IssueRef>;

/** {@link IssueRef}. A whole issue may be passed too. */
export const issueRef = z.object(issueRefShape, 'must be an object of projectId and issueNumber');

/** An organization to create. All fields have defaults. */
export interface NewOrganization {
  /** A uuid. By default generated. */
  id?: string | undefined;
  /** Unique name in addresses. By default generated. */
  slug?: string | undefined;
  /** Display name. By default generated. */
  name?: string | undefined;
  /** By default `true`. */
  active?: boolean | undefined;
}

export const newOrganization = object({
  id: z.optional(organization.id),
  slug: z.optional(organization.slug),
  name: z.optional(organization.name),
  active: organization.active,
} satisfies ShapeOf<NewOrganization>);

/** A project to create. */
export interface NewProject {
  /** Id of its organization. */
  organizationId: string;
  /** By default generated. */
  id?: string | undefined;
  /** Name in addresses. By default generated. */
  slug?: string | undefined;
  /** Display name. By default generated. */
  name?: string | undefined;
  /** By default `null`. */
  description?: string | null | undefined;
}

export const newProject = object({
  organizationId: uuid,
  id: z.optional(project.id),
  slug: z.optional(project.slug),
  name: z.optional(project.name),
  description: project.description,
} satisfies ShapeOf<NewProject>);

/** An issue to create. By default its `createdAt` is now. */
export interface NewIssue extends Partial<IssueInput> {
  /** Id of its project. */
  projectId: string;
}

/** An issue as in a world file, with an optional title. */
export const untitledIssue = { ...issueInput.def.shape, title: z.exactOptional(issueInput.def.shape.title) };
export const newIssue = object({ projectId: text, ...untitledIssue } satisfies ShapeOf<NewIssue>);

/** A comment to add as a user. */
export interface DashboardComment {
  /** The text. */
  content: string;
  /** By default `Dashboard`. */
  authorName?: string | undefined;
}

const commentShape = { content: text, authorName: z.optional(text) } satisfies ShapeOf<DashboardComment>;
export const dashboardComment = object(commentShape);
/** The arguments of `addComment` as one object. */
export const commentOnIssue = object({ ...issueRefShape, ...commentShape });

/** Name, scopes and expiry of a key or token. */
export interface Grant {
  /**
   * A name such as `acme-ci`, which the request log shows beside the masked credential. By default the organization's slug or
   * the user's id, with a number if that is taken.
   */
  name?: string | undefined;
  /** By default every scope. */
  scopes?: Scope[] | undefined;
  /** When it expires, in ISO 8601; `null`, the default, for never. */
  expiresAt?: string | null | undefined;
}

/** An API key to create. */
export interface NewApiKey extends Grant {
  /** Id of its organization. */
  organizationId: string;
  /** Begins with `svc_`. By default generated. */
  key?: string | undefined;
}

export const newApiKey = object({
  organizationId: uuid,
  key: z.optional(apiKeyText),
  ...grantShape,
} satisfies ShapeOf<NewApiKey>);

/** Identifies an API key or an access token. */
export type CredentialRef = { key: string } | { token: string };

const eitherShape = { key: z.optional(text), token: z.optional(text) };
const isEither = z.refine<{ key?: string | undefined; token?: string | undefined }>(
  ({ key, token }) => (key === undefined) !== (token === undefined),
  'must have a key or a token',
);
export const credentialRef = z.object(eitherShape, 'must be an object with a key or a token').check(isEither);
export const scopeList = z.array(exactEnum(scopes), 'must be an array of scopes');
/** The arguments of `setScopes` as one object. */
export const scopesOfCredential = object({ ...eitherShape, scopes: scopeList }).check(isEither);

/** The API key to revoke. A whole record may be passed too. */
export const revokedApiKey = z.object({ key: text }, 'must be an object with its key');

/** A user to create. */
export interface NewUser {
  /** By default generated. */
  id?: string | undefined;
  /** Display name. By default generated. */
  name?: string | undefined;
  /** Slugs of the user's organizations. By default none. */
  organizations?: string[] | undefined;
}

export const newUser = object({
  id: z.optional(user.id),
  name: z.optional(user.name),
  organizations: user.organizations,
} satisfies ShapeOf<NewUser>);

export const userRef = z.object({ id: text }, 'must be an object with the id of a user');
export const slugs = z.array(text, 'must be an array of slugs');
/** The arguments of `setOrganizations` as one object. */
export const organizationsOfUser = object({ id: text, organizations: slugs });

/** An OAuth access token to create. */
export interface NewAccessToken extends Grant {
  /** Id of the user. */
  userId: string;
  /** By default generated. */
  token?: string | undefined;
}

export const newAccessToken = object({
  userId: text,
  token: z.optional(accessTokenText),
  ...grantShape,
} satisfies ShapeOf<NewAccessToken>);
