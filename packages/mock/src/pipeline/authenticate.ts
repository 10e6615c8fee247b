import { limits, type Scope } from '@issue-tracking/model';
import type { WireRequest } from '../http/exchange.ts';
import { Refusal, tooMany } from '../http/http-error.ts';
import type { Rate } from '../limits/windows.ts';
import type { Service } from '../service.ts';
import type { OrganizationEntry } from '../store/directory.ts';
import type { AccessTokenRecord, ApiKeyRecord } from '../store/records.ts';

/** Who asks, as the presented credential says. */
export interface Caller {
  readonly credential: string;
  readonly scopes: readonly Scope[];
  readonly rate: Rate | undefined;
  /** What a comment of theirs is signed with. */
  readonly name: string;
  /** Where they may look: the key's organization (EP-2), or the user's active ones (EP-3). */
  organizations(): readonly OrganizationEntry[];
}

const failureRate: Rate = { requests: limits.authenticationFailures, windowMs: limits.authenticationWindowMs };

/**
 * Finds out who asks (AUTH-1). Unknown, expired and revoked credentials are told apart by nothing: 401 for each, and 429
 * once a source has failed too often (AUTH-7).
 */
export function authenticate(service: Service, request: WireRequest): Caller {
  const { readings, failures, clock, texts } = service;
  const header = request.header('authorization');
  const credential = header === null ? undefined : presented(header);
  const now = clock.now();
  const caller = credential === undefined ? undefined : callerOf(service, credential, now);
  if (caller && readings.lockout === 'failures') return caller;

  const source = request.source() ?? credential ?? header ?? '';
  const wait = failures.wait(source, now);
  if (caller && wait === 0) return caller;
  if (credential !== undefined && readings.refusedCount) countRefusal(service, credential, now);
  const counts = header !== null || readings.missingCredential === 'count';
  if (wait > 0 && (counts || readings.lockout === 'source')) throw tooMany(texts.lockedOut, wait);
  if (counts) failures.record(source, failureRate, now);
  throw new Refusal(401, texts.unauthenticated, { headers: { 'www-authenticate': 'Bearer' } });
}

/** The credential of a `Bearer` header; the scheme's letter case and the blanks around it don't matter. */
function presented(header: string): string | undefined {
  return /^[ \t]*bearer[ \t]+([^\s,]+)[ \t]*$/i.exec(header)?.[1];
}

function callerOf(service: Service, credential: string, now: number): Caller | undefined {
  const { directory } = service.store;
  const apiKey = directory.apiKeys.get(credential);
  if (apiKey) return isValid(apiKey, now) ? apiKeyCaller(service, apiKey) : undefined;
  const token = directory.accessTokens.get(credential);
  return token && isValid(token, now) ? tokenCaller(service, token) : undefined;
}

function isValid({ expiresAt, revoked }: ApiKeyRecord | AccessTokenRecord, now: number): boolean {
  return !revoked && (expiresAt === null || now < Date.parse(expiresAt));
}

function apiKeyCaller({ store, rate }: Service, { key, scopes, organizationId }: ApiKeyRecord): Caller | undefined {
  const organization = store.directory.organizations.get(organizationId);
  if (!organization) return undefined;
  return {
    credential: key,
    scopes,
    rate,
    name: `${organization.record.name} API`,
    organizations: () => [organization],
  };
}

function tokenCaller({ store, tokenRate }: Service, { token, scopes, userId }: AccessTokenRecord): Caller | undefined {
  const user = store.directory.users.get(userId);
  if (!user) return undefined;
  return {
    credential: token,
    scopes,
    rate: tokenRate,
    name: user.name,
    organizations: () =>
      user.organizations
        .map((slug) => store.directory.slugs.get(slug))
        .filter((organization) => organization?.record.active)
        .filter((organization) => organization !== undefined),
  };
}

/** A refusal can only weigh on a credential that exists: expired or revoked, it may be valid again (GAP-27). */
function countRefusal({ store, admitted, rate, tokenRate }: Service, credential: string, now: number): void {
  if (store.directory.apiKeys.has(credential) && rate) admitted.record(credential, rate, now);
  if (store.directory.accessTokens.has(credential) && tokenRate) admitted.record(credential, tokenRate, now);
}
