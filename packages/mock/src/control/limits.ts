import type * as z from 'zod/mini';
import { redact } from '../log/redaction.ts';
import { viewOf, type Windows } from '../rate-window.ts';
import type { AccessTokenRecord, ApiKeyRecord } from '../records/records.ts';
import type { Service } from '../state.ts';
import { failureKey, failureRate } from '../steps/authenticate.ts';
import { shownSources } from '../steps/shown-sources.ts';
import type { credential, lockout } from './results.ts';

/** Returns all credentials, API keys first, with their rate windows and failed authentications. */
export function credentialsOf(service: Service): z.output<typeof credential>[] {
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

function shown(service: Service, record: ApiKeyRecord | AccessTokenRecord, value: string) {
  const { name, scopes, revoked, expiresAt } = record;
  const { used, freeAt } = viewOf(service.state.failures, failureKey(value), failureRate, service.clock.now());
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

function windowOf(service: Service, value: string): z.output<typeof credential>['window'] {
  const { settings, admitted } = service.state;
  const { rate } = settings;
  if (!rate) return null;
  const { used, freeAt, frees } = viewOf(admitted, value, rate, service.clock.now());
  return { used, limit: rate.requests, freeAt: dateOf(freeAt), frees: [...frees] };
}

/** Returns all sources with failed authentications: addresses, and credentials by name or masked. */
export function lockoutsOf(service: Service): z.output<typeof lockout>[] {
  const { state, clock } = service;
  const shownSource = shownSources(service);
  return [...state.failures.keys()]
    .map((source) => ({ source, ...viewOf(state.failures, source, failureRate, clock.now()) }))
    .filter(({ used }) => used > 0)
    .map(({ source, used, freeAt }) => ({ source: shownSource(source), failures: used, until: dateOf(freeAt) }));
}

/** Forgets the failed authentications of a source. @throws TypeError if it has none. */
export function liftLockout(service: Service, source: string): void {
  const { state, history, changes } = service;
  const shownSource = shownSources(service);
  const { failures } = state;
  const lifted = [...failures].filter(([key]) => shownSource(key) === source);
  if (lifted.length === 0)
    throw new TypeError(`No failed authentication counts against "${source}": limits lists all sources.`);
  const set = (times: Windows) => {
    state.failures = times;
    changes.notify('credentials');
  };
  const back = () => set(new Map([...state.failures, ...lifted]));
  const lift = () => {
    history.part(liftLockout, () => ({ isEmpty: false, check() {}, takeBack: back }));
    set(new Map([...failures].filter(([key]) => shownSource(key) !== source)));
  };
  history.make('lockouts.lift', lift, () => ({ subject: source, words: () => `Lifted the lockout of ${source}` }));
}

function dateOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
