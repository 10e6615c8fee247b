import { redact } from '../log/redaction.ts';
import type { RejectionReason } from '../platform/http/http-error.ts';
import { decodedSegment } from '../platform/http/sent.ts';
import type { AccessTokenRecord, ApiKeyRecord } from '../records/records.ts';
import type { Store } from '../records/store.ts';
import type { Caller } from '../state.ts';

/** The caller of a credential, or why it was rejected. Only the request log shows the reason, not the response (AUTH-3). */
interface Identification {
  readonly caller?: Caller;
  readonly why?: string;
  readonly reason?: RejectionReason;
}

/**
 * Returns the tenant of a request: the organization of its API key, valid or not. For a token, the organization of the project in
 * the path; without one, the only organization of its user.
 */
export function tenantOf(store: Store, credential: string, path: string): string | undefined {
  const apiKey = store.get('apiKeys', credential);
  if (apiKey) return apiKey.organizationId;
  const token = store.get('accessTokens', credential);
  if (!token) return undefined;
  const slugs = store.get('users', token.userId)?.organizations ?? [];
  const [, projectId] = /^\/api\/v1\/projects\/([^/]+)/.exec(path) ?? [];
  if (projectId === undefined) return slugs.length === 1 ? store.organizationWith(slugs[0] ?? '')?.id : undefined;
  const project = store.get('projects', decodedSegment(projectId));
  const organization = project && store.get('organizations', project.organizationId);
  return organization && slugs.includes(organization.slug) ? organization.id : undefined;
}

/** Identifies the caller by the `Authorization` header and the credential in it. */
export function identify(
  store: Store,
  header: string | undefined,
  credential: string | undefined,
  now: number,
): Identification {
  if (header === undefined) return unknown('There is no Authorization header.', 'no key');
  if (credential === undefined)
    return unknown('The Authorization header must be "Bearer", a space and the credential.');
  const apiKey = store.get('apiKeys', credential);
  if (apiKey) return invalid('API key', apiKey, now) ?? identifyApiKey(store, apiKey);
  const token = store.get('accessTokens', credential);
  if (token) return invalid('access token', token, now) ?? identifyToken(store, token);
  return unknown(`The credential ${redact(credential)} is neither an API key nor an access token of the mock.`);
}

function unknown(why: string, reason: RejectionReason = 'wrong key'): Identification {
  return { why, reason };
}

function invalid(
  what: string,
  { revoked, expiresAt }: ApiKeyRecord | AccessTokenRecord,
  now: number,
): Identification | undefined {
  if (revoked) return unknown(`The ${what} was revoked.`, 'revoked key');
  if (expiresAt !== null && now >= Date.parse(expiresAt))
    return unknown(`The ${what} expired on ${expiresAt}.`, 'expired key');
  return undefined;
}

function identifyApiKey(store: Store, { key, scopes, organizationId }: ApiKeyRecord): Identification {
  const organization = store.get('organizations', organizationId);
  if (!organization) return unknown('The organization of the API key was deleted.');
  return {
    caller: {
      credential: key,
      scopes,
      // GAP-41
      authorName: () => `${organization.name} API`,
      // Also an inactive one (GAP-44).
      // enforces EP-2, AUTH-2
      organizations: () => [organization],
    },
  };
}

function identifyToken(store: Store, { token, scopes, userId }: AccessTokenRecord): Identification {
  const user = store.get('users', userId);
  if (!user) return unknown('The user of the access token was deleted.');
  return {
    caller: {
      credential: token,
      scopes,
      authorName: () => user.name,
      organizations: () =>
        // enforces EP-3
        user.organizations
          .map((slug) => store.organizationWith(slug))
          .filter((organization) => organization !== undefined)
          .filter(({ active }) => active),
    },
  };
}
