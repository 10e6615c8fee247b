import { exactEnum, type Scope, scopes, uuid } from '@issue-tracking/model';
import * as z from 'zod/mini';
import type { IssueInput } from '../../data/world/world.ts';
import { grantShape, issueInput, organizationInput, projectInput, userInput } from '../../data/world/world-schema.ts';
import { accessTokenText, apiKeyText, object, text, wholeNumber } from '../../platform/input/schemas.ts';

// A created record has the members of a world file, which `world-schema.ts` describes.
const organization = organizationInput.def.shape;
const project = projectInput.def.shape;
const user = userInput.def.shape;

/** Names an issue. */
export interface IssueRef {
  /** Id of the project. */
  projectId: string;
  /** Number in the project, or the same as text, as in a path. */
  issueNumber: number | string;
}

const numberMust = 'must be a whole number from 1';
const issueNumber = z.union([wholeNumber(1), z.string().check(z.regex(/^[1-9]\d{0,15}$/, numberMust))], numberMust);
const issueRefShape = { projectId: text, issueNumber };

/** The issue to act on. A whole issue may be passed too. */
export const issueRef = z.object(issueRefShape, 'must be an object of projectId and issueNumber');

/** An organization to create; each field has a default. */
export interface NewOrganization {
  /** A uuid. By default generated. */
  id?: string | undefined;
  /** Name in addresses, unique. By default generated. */
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
});

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
});

/** An issue to create. By default its `createdAt` is now. */
export interface NewIssue extends Partial<IssueInput> {
  /** Id of its project. */
  projectId: string;
}

/** An issue as in a world file, but that it needs no title. */
export const untitledIssue = { ...issueInput.def.shape, title: z.exactOptional(issueInput.def.shape.title) };
export const newIssue = object({ projectId: text, ...untitledIssue });

/** A comment to add as a person. */
export interface DashboardComment {
  /** The text. */
  content: string;
  /** By default `Dashboard`. */
  authorName?: string | undefined;
}

const commentShape = { content: text, authorName: z.optional(text) };
export const dashboardComment = object(commentShape);
/** The two arguments of `addComment` in one. */
export const commentOnIssue = object({ ...issueRefShape, ...commentShape });

/** Name, scopes and end of a key or token. */
export interface Grant {
  /**
   * A name such as `acme-ci`, which the request log shows beside the masked credential. By default the organization's slug or
   * the person's id, with a number if that is taken.
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

export const newApiKey = object({ organizationId: uuid, key: z.optional(apiKeyText), ...grantShape });

/** Names an API key or an access token. */
export type CredentialRef = { key: string } | { token: string };

const eitherShape = { key: z.optional(text), token: z.optional(text) };
const isEither = z.refine<{ key?: string | undefined; token?: string | undefined }>(
  ({ key, token }) => (key === undefined) !== (token === undefined),
  'must have a key or a token',
);
export const credentialRef = z.object(eitherShape, 'must be an object with a key or a token').check(isEither);
export const scopeList = z.array(exactEnum(scopes), 'must be an array of scopes');
/** The two arguments of `setScopes` in one. */
export const scopesOfCredential = object({ ...eitherShape, scopes: scopeList }).check(isEither);

/** The key to revoke. A whole API key may be passed too. */
export const revokedApiKey = z.object({ key: text }, 'must be an object with its key');

/** A person to create. */
export interface NewUser {
  /** By default generated. */
  id?: string | undefined;
  /** Display name. By default generated. */
  name?: string | undefined;
  /** Slugs of the person's organizations. By default none. */
  organizations?: string[] | undefined;
}

export const newUser = object({
  id: z.optional(user.id),
  name: z.optional(user.name),
  organizations: user.organizations,
});

export const userRef = z.object({ id: text }, 'must be an object with the id of a person');
export const slugs = z.array(text, 'must be an array of slugs');
/** The two arguments of `setOrganizations` in one. */
export const organizationsOfUser = object({ id: text, organizations: slugs });

/** An OAuth access token to create. */
export interface NewAccessToken extends Grant {
  /** Id of the person. */
  userId: string;
  /** By default generated. */
  token?: string | undefined;
}

export const newAccessToken = object({ userId: text, token: z.optional(accessTokenText), ...grantShape });
