import { digestOf, namedCredential, redact } from '../log/redaction.ts';
import { HttpError } from '../platform/http/http-error.ts';
import { viewOf } from '../rate-window.ts';
import type { AccessTokenRecord, ApiKeyRecord } from '../records/records.ts';
import type { Service } from '../state.ts';
import { failureKey, failureRate } from '../steps/authenticate.ts';

/** A credential in responses of the control API. */
export interface ShownCredential {
  readonly id: string;
  /** Unique. */
  readonly name: string;
  readonly kind: 'apiKey' | 'accessToken';
  /** Masked. */
  readonly value: string;
  /** The id of an API key's organization; `null` for an access token. */
  readonly organization: string | null;
  /** The id of an access token's user; `null` for an API key. */
  readonly user: string | null;
  readonly scopes: string[];
  readonly revoked: boolean;
  readonly expiresAt: string | null;
  /** `null` without a rate limit. */
  readonly window: { readonly used: number; readonly limit: number; readonly freeAt: string | null } | null;
  /** Failed authentications with it, if it counts as its own source; `null` while there are none. */
  readonly lockout: { readonly failures: number; readonly until: string | null } | null;
}

/** Failed authentications of one source: a client's address, or a masked credential. No `until` below the limit. */
export interface ShownLockout {
  readonly source: string;
  readonly failures: number;
  readonly until: string | null;
}

/** An API key or access token, and its record. */
export type FoundCredential =
  | { readonly kind: 'apiKey'; readonly value: string; readonly record: ApiKeyRecord }
  | { readonly kind: 'accessToken'; readonly value: string; readonly record: AccessTokenRecord };

/** Returns an id for a credential that doesn't reveal it. */
export function credentialId(value: string): string {
  return `credential-${digestOf(value)}`;
}

/** Yields all credentials, API keys first. */
export function* credentialsOf({ store }: Service): Generator<FoundCredential> {
  for (const record of store.all('apiKeys')) yield { kind: 'apiKey', value: record.key, record };
  for (const record of store.all('accessTokens')) yield { kind: 'accessToken', value: record.token, record };
}

/** Finds a credential by its value, valid or not. */
export function findByValue({ store }: Service, value: string): FoundCredential | undefined {
  const apiKey = store.get('apiKeys', value);
  if (apiKey) return { kind: 'apiKey', value, record: apiKey };
  const token = store.get('accessTokens', value);
  return token && { kind: 'accessToken', value, record: token };
}

/** Finds a credential by its id. @throws HttpError 404 */
export function findCredential(service: Service, id: string): FoundCredential {
  for (const each of credentialsOf(service)) if (credentialId(each.value) === id) return each;
  throw new HttpError(404, `There is no credential "${id}": GET /__mock/credentials lists all`);
}

export function showCredential(service: Service, { kind, value, record }: FoundCredential): ShownCredential {
  const now = service.clock.now();
  const failed = viewOf(service.state.failures, failureKey(value), failureRate, now);
  return {
    id: credentialId(value),
    name: record.name,
    kind,
    value: redact(value),
    organization: kind === 'apiKey' ? record.organizationId : null,
    user: kind === 'accessToken' ? record.userId : null,
    scopes: [...record.scopes],
    revoked: record.revoked,
    expiresAt: record.expiresAt,
    window: windowOf(service, value),
    lockout: failed.used === 0 ? null : { failures: failed.used, until: dateOf(failed.freeAt) },
  };
}

function windowOf(service: Service, value: string): ShownCredential['window'] {
  const { settings, admitted } = service.state;
  const { rate } = settings;
  if (!rate) return null;
  const { used, freeAt } = viewOf(admitted, value, rate, service.clock.now());
  return { used, limit: rate.requests, freeAt: dateOf(freeAt) };
}

/** Returns all sources with failed authentications: addresses, and credentials by name or masked. */
export function lockoutsOf(service: Service): ShownLockout[] {
  const { state, clock } = service;
  const now = clock.now();
  const known = new Map(
    [...credentialsOf(service)].map(({ value, record }) => [failureKey(value), namedCredential(record.name, value)]),
  );
  return [...state.failures.keys()]
    .map((source) => ({ source, ...viewOf(state.failures, source, failureRate, now) }))
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
