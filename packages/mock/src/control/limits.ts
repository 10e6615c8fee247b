import type * as z from 'zod/mini';
import type { AccessTokenRecord, ApiKeyRecord } from '../records/records.ts';
import { failureKey } from '../service/pipeline/authenticate.ts';
import { rateOfCredential } from '../service/pipeline/rate-limit.ts';
import { namedCredential, redact } from '../service/request-log/redact.ts';
import type { MockService } from '../service/service.ts';
import type { credential, lockout } from './results.ts';

/** A credential in results of the control API. */
export interface ShownCredential extends z.output<typeof credential> {}

/** Failed authentications of one source. */
export interface ShownLockout extends z.output<typeof lockout> {}

/** Returns all credentials, API keys first, with their rate windows and lockouts. */
export function credentialsOf(service: MockService): ShownCredential[] {
  return [
    ...[...service.store.all('apiKeys')].map((record) => ({
      ...shown(service, record, record.key),
      kind: 'apiKey' as const,
      organization: record.organizationId,
      user: null,
    })),
    ...[...service.store.all('accessTokens')].map((record) => ({
      ...shown(service, record, record.token),
      kind: 'accessToken' as const,
      organization: null,
      user: record.userId,
    })),
  ];
}

function shown(service: MockService, record: ApiKeyRecord | AccessTokenRecord, value: string) {
  const { name, scopes, revoked, expiresAt } = record;
  const { used, freeAt } = service.failures.view(failureKey(value), service.clock.now());
  return {
    name,
    value: redact(value),
    scopes: [...scopes],
    revoked,
    expiresAt,
    window: windowOf(service, value),
    lockout: used === 0 ? null : { failures: used, until: dateOf(freeAt) },
  };
}

function windowOf(service: MockService, value: string): ShownCredential['window'] {
  const rate = rateOfCredential(service, value);
  if (!rate) return null;
  const { used, freeAt } = service.admitted.view(value, service.clock.now());
  return { used, limit: rate.requests, freeAt: dateOf(freeAt) };
}

/** Returns all sources with failed authentications: addresses, and credentials by name or masked. */
export function lockoutsOf({ store, failures, clock }: MockService): ShownLockout[] {
  const values = [
    ...[...store.all('apiKeys')].map(({ name, key }) => [name, key] as const),
    ...[...store.all('accessTokens')].map(({ name, token }) => [name, token] as const),
  ];
  const known = new Map(values.map(([name, value]) => [failureKey(value), namedCredential(name, value)]));
  return failures.keys
    .map((source) => ({ source, ...failures.view(source, clock.now()) }))
    .filter(({ used }) => used > 0)
    .map(({ source, used, freeAt }) => ({
      source: known.get(source) ?? shownSource(source),
      failures: used,
      until: dateOf(freeAt),
    }));
}

/** Returns a source to show. The start of its digest distinguishes unknown credentials. */
function shownSource(source: string): string {
  const [masked = '', digest] = source.split(' ');
  return digest === undefined ? masked : `${masked} #${digest.slice(0, 4)}`;
}

function dateOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
