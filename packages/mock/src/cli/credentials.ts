import type { Scope } from '@issue-tracking/model';
import type { CheckedWorld } from '../world/checked-world.ts';

/** A credential, as the command shows it. */
export interface ShownCredential {
  readonly credential: string;
  readonly kind: 'apiKey' | 'accessToken';
  readonly scopes: readonly Scope[];
  readonly expiresAt: string | null;
  /** Slugs of the organizations it reaches. */
  readonly organizations: readonly string[];
}

/** Every credential of a world, API keys first. */
export function credentialsOf({ organizations, users }: CheckedWorld): ShownCredential[] {
  const keys = organizations.flatMap(({ slug, apiKeys }) =>
    apiKeys.map(({ key, scopes, expiresAt }) => shown(key, 'apiKey', scopes, expiresAt, [slug])),
  );
  const active = new Set(organizations.filter((organization) => organization.active).map(({ slug }) => slug));
  const tokens = users.flatMap(({ accessTokens, organizations: slugs }) =>
    // A token reaches active organizations only (EP-3).
    accessTokens.map(({ token, scopes, expiresAt }) =>
      shown(
        token,
        'accessToken',
        scopes,
        expiresAt,
        slugs.filter((slug) => active.has(slug)),
      ),
    ),
  );
  return [...keys, ...tokens];
}

function shown(
  credential: string,
  kind: ShownCredential['kind'],
  scopes: readonly Scope[],
  expiresAt: string | null,
  organizations: readonly string[],
): ShownCredential {
  return { credential, kind, scopes, expiresAt, organizations };
}

/** A request that a credential of the world is allowed to make and that finds something, to begin with. */
export function firstRequest(world: CheckedWorld, now: number): { credential: string; path: string } | null {
  const usable = credentialsOf(world).filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now);
  for (const { credential, scopes, organizations } of usable) {
    const project = world.organizations
      .filter(({ slug }) => organizations.includes(slug))
      .flatMap(({ projects }) => projects)[0];
    if (project && scopes.includes('issues:read')) {
      return { credential, path: `/api/v1/projects/${encodeURIComponent(project.id)}/issues?limit=3` };
    }
  }
  const reader = usable.find(({ scopes }) => scopes.includes('projects:read'));
  return reader ? { credential: reader.credential, path: '/api/v1/projects' } : null;
}
