import { endpoints, fillPath, type Scope } from '@issue-tracking/model';
import type { ProjectRecord } from '../records/records.ts';
import type { Store } from '../records/store.ts';

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
export function credentialsOf(store: Store): CredentialListing[] {
  const organizations = [...store.all('organizations')];
  const users = new Map([...store.all('users')].map((user) => [user.id, user]));
  const keys = [...store.all('apiKeys')].map(({ key, name, scopes, expiresAt, organizationId }) => {
    const slugs = organizations.filter(({ id }) => id === organizationId).map(({ slug }) => slug);
    return { credential: key, name, kind: 'apiKey', scopes, expiresAt, organizations: slugs } as const;
  });
  // Tokens have access to active organizations only (EP-3).
  const active = new Set(organizations.filter((organization) => organization.active).map(({ slug }) => slug));
  const tokens = [...store.all('accessTokens')].map(({ token, name, scopes, expiresAt, userId }) => {
    const slugs = users.get(userId)?.organizations.filter((slug) => active.has(slug)) ?? [];
    return { credential: token, name, kind: 'accessToken', scopes, expiresAt, organizations: slugs } as const;
  });
  return [...keys, ...tokens];
}

/** Returns an example request that succeeds and finds records; `null` if there is none. */
export function firstRequest(store: Store, now: number): { credential: string; path: string } | null {
  const usable = credentialsOf(store).filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now);
  for (const { credential, scopes, organizations } of usable) {
    const project = scopes.includes('issues:read') && firstProject(store, organizations);
    if (project) {
      const path = fillPath(endpoints['issues.list'].path, { projectId: project.id });
      return { credential, path: `${path}?limit=3` };
    }
  }
  const reader = usable.find(({ scopes }) => scopes.includes('projects:read'));
  return reader ? { credential: reader.credential, path: endpoints['projects.list'].path } : null;
}

function firstProject(store: Store, slugs: readonly string[]): ProjectRecord | undefined {
  const ids = new Set([...store.all('organizations')].filter(({ slug }) => slugs.includes(slug)).map(({ id }) => id));
  return [...store.all('projects')].find(({ organizationId }) => ids.has(organizationId));
}
