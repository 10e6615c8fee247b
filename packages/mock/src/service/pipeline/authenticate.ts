import { limits } from '@issue-tracking/model';
import type { AccessTokenRecord, ApiKeyRecord } from '../../data/store/records.ts';
import { durationText } from '../../platform/clock/duration-text.ts';
import { bearerOf, type WireRequest } from '../../platform/http/exchange.ts';
import { HttpError, tooMany } from '../../platform/http/http-error.ts';
import type { Rate } from '../limits/sliding-window.ts';
import type { Readings } from '../readings/readings.ts';
import { failureKey } from '../request-log/redact.ts';
import type { Caller, Service } from '../service.ts';
import { countRejected } from './rate-limit.ts';

/** What a request says about its sender, and who that is. */
export interface Presented {
  /** The `Authorization` header. */
  readonly header: string | null;
  /** What it holds, where it is a `Bearer` header. */
  readonly credential: string | undefined;
  /** Absent for an unknown, expired or revoked credential: nothing tells these apart (AUTH-3). */
  readonly caller: Caller | undefined;
}

/** Finds out who sends a request (AUTH-1). */
export function authenticate(service: Service, request: WireRequest): Presented {
  const header = request.header('authorization');
  const credential = bearerOf(header);
  return {
    header,
    credential,
    caller: credential === undefined ? undefined : callerOf(service, credential, service.clock.now()),
  };
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

function apiKeyCaller(
  { store, rate, readings }: Service,
  { key, scopes, organizationId }: ApiKeyRecord,
): Caller | undefined {
  const organization = store.directory.organizations.get(organizationId);
  if (!organization) return undefined;
  // GAP-44
  const access = organization.record.active ? 'accept' : readings.inactiveOrganizationKey;
  if (access === 'reject') return undefined;
  return {
    credential: key,
    tenant: organizationId,
    scopes,
    rate,
    // GAP-41
    authorName: () => readings.apiAuthorName.replaceAll('{organization}', () => organization.record.name),
    organizations: () => (access === 'accept' ? [organization] : []),
  };
}

function tokenCaller({ store, tokenRate }: Service, { token, scopes, userId }: AccessTokenRecord): Caller | undefined {
  const user = store.directory.users.get(userId);
  if (!user) return undefined;
  return {
    credential: token,
    tenant: undefined,
    scopes,
    rate: tokenRate,
    authorName: () => user.name,
    organizations: () =>
      user.organizations
        .map((slug) => store.directory.slugs.get(slug))
        .filter((organization) => organization?.record.active)
        .filter((organization) => organization !== undefined),
  };
}

const failureRate: Rate = { requests: limits.authenticationFailures, windowMs: limits.authenticationWindowMs };

/**
 * Lets a known caller through. Everyone else gets 401, and once their source has failed too often, 429 (AUTH-7). By one
 * reading a known caller gets that too, while their source is locked out (GAP-28).
 *
 * @throws HttpError
 */
export function requireCaller(
  service: Service,
  request: Pick<WireRequest, 'source'>,
  { header, credential, caller }: Presented,
): Caller {
  const { readings, failures, clock, texts } = service;
  if (caller && readings.lockout === 'failures') return caller;
  const now = clock.now();
  const source = failureKey(request.source() ?? credential ?? header ?? '');
  const wait = failures.wait(source, now);
  if (caller && wait === 0) return caller;
  if (credential !== undefined && readings.refusedCount) countRejected(service, credential, now);
  const counts = header !== null || readings.missingCredential === 'count';
  if (wait > 0 && (counts || readings.lockout === 'source')) {
    const { requests, windowMs } = failureRate;
    const reason = `${requests} authentications from this source have failed in ${durationText(windowMs)}: it is locked out, and that ends in ${durationText(wait)}.`;
    throw lockedOut(service, wait).because(reason, caller ? 'lockout' : 'lockoutStatus');
  }
  if (counts) failures.record(source, failureRate, now);
  const [reason, reading] = whyUnknown(service, header, credential, now);
  throw new HttpError(401, texts.unauthenticated, { headers: challenge }).because(reason, reading);
}

/** What is wrong with a credential, for the request log: the answer tells nobody (AUTH-3). */
function whyUnknown(
  { store: { directory } }: Service,
  header: string | null,
  credential: string | undefined,
  now: number,
): [reason: string, reading?: keyof Readings] {
  if (header === null) return ['There is no Authorization header.', 'missingCredential'];
  if (credential === undefined)
    return ['The Authorization header is not of the form Bearer, a blank and a credential.'];
  const apiKey = directory.apiKeys.get(credential);
  const record = apiKey ?? directory.accessTokens.get(credential);
  if (!record) return ['There is no such API key or access token.'];
  const what = apiKey ? 'API key' : 'access token';
  if (record.revoked) return [`The ${what} was revoked.`];
  if (!isValid(record, now)) return [`The ${what} expired on ${record.expiresAt}.`];
  return apiKey
    ? ['The API key is of an inactive organization.', 'inactiveOrganizationKey']
    : ['The user of the access token is gone.'];
}

const challenge = { 'www-authenticate': 'Bearer' };

/** AUTH-7, and what else a service may answer (GAP-45). */
function lockedOut({ texts, readings: { lockoutStatus } }: Service, wait: number): HttpError {
  if (lockoutStatus === 429) return tooMany(texts.lockedOut, wait);
  const status = lockoutStatus === '429-without-retry-after' ? 429 : lockoutStatus;
  return new HttpError(status, texts.lockedOut, status === 401 ? { headers: challenge } : {});
}
