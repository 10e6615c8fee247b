import { limits } from '@issue-tracking/model';
import type { AccessTokenRecord, ApiKeyRecord } from '../../data/store/records.ts';
import { durationText } from '../../platform/clock/duration-text.ts';
import { HttpError, tooMany } from '../../platform/http/http-error.ts';
import type { Rate } from '../limits/sliding-window.ts';
import type { Readings } from '../readings/readings.ts';
import { failureKey } from '../request-log/redact.ts';
import type { ServiceSettings } from '../scenarios/settings.ts';
import type { Caller, Service } from '../service.ts';
import { countRejected } from './rate-limit.ts';
import type { RequestContext } from './request-context.ts';

const failureRate: Rate = { requests: limits.authenticationFailures, windowMs: limits.authenticationWindowMs };

/**
 * Finds out who sends a request (AUTH-1). Everyone unknown gets 401, and once their source has failed too often, 429
 * (AUTH-7). By one reading a known caller gets that too, while their source is locked out (GAP-28).
 *
 * @throws HttpError
 */
export function authenticate(context: RequestContext): Caller {
  const { service, settings, request, entry, credential } = context;
  const { readings, texts } = settings;
  const { failures, clock } = service;
  const now = clock.now();
  const header = request.header('authorization');
  // enforces AUTH-1
  const caller = credential === undefined ? undefined : callerOf(service, readings, credential, now);
  if (caller && readings.lockout === 'failures') return caller;
  entry.source = request.source();
  const source = failureKey(entry.source ?? credential ?? header ?? '');
  const wait = failures.wait(source, now);
  if (caller && wait === 0) return caller;
  if (credential !== undefined && readings.refusedCount) countRejected(service, credential, now);
  const counts = header !== null || readings.missingCredential === 'count';
  // enforces AUTH-7
  if (wait > 0 && (counts || readings.lockout === 'source')) {
    const { requests, windowMs } = failureRate;
    throw lockedOut(settings, wait).because({
      text: `${requests} authentications from this source have failed in ${durationText(windowMs)}: it is locked out, and that ends in ${durationText(wait)}.`,
      reading: caller ? 'lockout' : 'lockoutStatus',
      reason: 'locked out',
    });
  }
  if (counts) failures.record(source, failureRate, now);
  // enforces AUTH-3
  throw new HttpError(401, texts.unauthenticated, { headers: challenge }).because({
    ...whyUnknown(service, header, credential, now),
    reason: header === null ? 'no key' : 'wrong key',
  });
}

/** Nobody, of an unknown, expired or revoked credential: nothing tells these apart (AUTH-3). */
function callerOf(service: Service, readings: Readings, credential: string, now: number): Caller | undefined {
  const { directory } = service.store;
  const apiKey = directory.apiKeys.get(credential);
  if (apiKey) return isValid(apiKey, now) ? apiKeyCaller(service, readings, apiKey) : undefined;
  const token = directory.accessTokens.get(credential);
  return token && isValid(token, now) ? tokenCaller(service, token) : undefined;
}

function isValid({ expiresAt, revoked }: ApiKeyRecord | AccessTokenRecord, now: number): boolean {
  return !revoked && (expiresAt === null || now < Date.parse(expiresAt));
}

function apiKeyCaller(
  { store, settings }: Service,
  readings: Readings,
  { key, scopes, organizationId }: ApiKeyRecord,
): Caller | undefined {
  const organization = store.directory.organizations.get(organizationId);
  if (!organization) return undefined;
  // GAP-44
  const access = organization.active ? 'accept' : readings.inactiveOrganizationKey;
  if (access === 'reject') return undefined;
  return {
    credential: key,
    scopes,
    // The present one, as windows have its size.
    rate: settings.rate,
    // GAP-41
    authorName: () => readings.apiAuthorName.replaceAll('{organization}', () => organization.name),
    // enforces EP-2, AUTH-2
    organizations: () => (access === 'accept' ? [organization] : []),
  };
}

function tokenCaller({ store, settings }: Service, { token, scopes, userId }: AccessTokenRecord): Caller | undefined {
  const user = store.directory.users.get(userId);
  if (!user) return undefined;
  return {
    credential: token,
    scopes,
    rate: settings.tokenRate,
    authorName: () => user.name,
    organizations: () =>
      // enforces EP-3
      user.organizations
        .map((slug) => store.directory.organizationWith(slug))
        .filter((organization) => organization !== undefined)
        .filter(({ active }) => active),
  };
}

/** What is wrong with a credential, for the request log: the answer tells nobody (AUTH-3). */
function whyUnknown(
  { store: { directory } }: Service,
  header: string | null,
  credential: string | undefined,
  now: number,
): { text: string; reading?: keyof Readings } {
  if (header === null) return { text: 'There is no Authorization header.', reading: 'missingCredential' };
  if (credential === undefined)
    return { text: 'The Authorization header is not of the form Bearer, a blank and a credential.' };
  const apiKey = directory.apiKeys.get(credential);
  const record = apiKey ?? directory.accessTokens.get(credential);
  if (!record) return { text: 'There is no such API key or access token.' };
  const what = apiKey ? 'API key' : 'access token';
  if (record.revoked) return { text: `The ${what} was revoked.` };
  if (!isValid(record, now)) return { text: `The ${what} expired on ${record.expiresAt}.` };
  return apiKey
    ? { text: 'The API key is of an inactive organization.', reading: 'inactiveOrganizationKey' }
    : { text: 'The user of the access token is gone.' };
}

const challenge = { 'www-authenticate': 'Bearer' };

/** AUTH-7, and what else a service may answer (GAP-45). */
function lockedOut({ texts, readings: { lockoutStatus } }: ServiceSettings, wait: number): HttpError {
  if (lockoutStatus === 429) return tooMany(texts.lockedOut, wait);
  const status = lockoutStatus === '429-without-retry-after' ? 429 : lockoutStatus;
  return new HttpError(status, texts.lockedOut, status === 401 ? { headers: challenge } : {});
}
