import type { Scope } from '@issue-tracking/model';
import type { Mock } from '../mock/mock.ts';

/** A credential in the output of the command. */
export interface CredentialListing {
  readonly credential: string;
  readonly name: string;
  readonly kind: 'apiKey' | 'accessToken';
  readonly scopes: readonly Scope[];
  readonly expiresAt: string | null;
  /** Slugs of the organizations that it has access to. */
  readonly organizations: readonly string[];
}

/** Returns all credentials, API keys first. */
export function credentialsOf({ world }: Mock): CredentialListing[] {
  const organizations = new Map(world.organizations.find().map((organization) => [organization.id, organization]));
  const users = new Map(world.users.find().map((user) => [user.id, user]));
  // Tokens have access to active organizations only (EP-3).
  const active = new Set([...organizations.values()].filter((one) => one.active).map(({ slug }) => slug));
  const keys = world.apiKeys.find().map(({ key, name, scopes, expiresAt, organizationId }) => {
    const slugs = [organizations.get(organizationId)?.slug ?? []].flat();
    return { credential: key, name, kind: 'apiKey', scopes, expiresAt, organizations: slugs } as const;
  });
  const tokens = world.accessTokens.find().map(({ token, name, scopes, expiresAt, userId }) => {
    const slugs = users.get(userId)?.organizations.filter((slug) => active.has(slug)) ?? [];
    return { credential: token, name, kind: 'accessToken', scopes, expiresAt, organizations: slugs } as const;
  });
  return [...keys, ...tokens];
}
