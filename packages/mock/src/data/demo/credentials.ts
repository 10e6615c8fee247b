import type { ApiKeyInput, UserInput } from '../world/world.ts';

/** The demo's API keys, by the slug of their organization. The first of each may do everything. */
export const demoApiKeys: Readonly<Record<string, readonly ApiKeyInput[]>> = {
  acme: [
    { key: 'svc_acme_demo', scopes: ['projects:read', 'issues:read', 'issues:write'] },
    { key: 'svc_acme_ci_issues_only', scopes: ['issues:read', 'issues:write'] },
    { key: 'svc_acme_read_only', scopes: ['projects:read', 'issues:read'] },
    {
      key: 'svc_acme_expired',
      scopes: ['projects:read', 'issues:read', 'issues:write'],
      // Before every clock a test is likely to set.
      expiresAt: '2025-12-31T23:59:59.000Z',
    },
  ],
  globex: [
    { key: 'svc_globex_demo', scopes: ['projects:read', 'issues:read', 'issues:write'] },
    { key: 'svc_globex_projects_only', scopes: ['projects:read'] },
  ],
  initech: [{ key: 'svc_initech_demo', scopes: ['projects:read', 'issues:read', 'issues:write'] }],
};

/** The demo's people with OAuth access tokens. */
export const demoUsers: readonly UserInput[] = [
  {
    id: 'usr_mara',
    name: 'Mara Lindqvist',
    organizations: ['acme', 'globex'],
    accessTokens: [
      { token: 'oat_mara_demo', scopes: ['projects:read', 'issues:read', 'issues:write'] },
      { token: 'oat_mara_expired', expiresAt: '2025-12-31T23:59:59.000Z' },
    ],
  },
  {
    id: 'usr_kenji',
    name: 'Kenji Watanabe',
    // Sees nothing of Initech, which is inactive (EP-3).
    organizations: ['globex', 'initech'],
    accessTokens: [{ token: 'oat_kenji_read_only', scopes: ['projects:read', 'issues:read'] }],
  },
];
