import type { ErrorDetail } from '@issue-tracking/model';
import { Secrets } from '../call/secrets.ts';
import { DriftLog } from '../check/drift-log.ts';
import { systemClock } from '../clock.ts';
import type { Core } from '../core.ts';
import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import { gatesOf } from '../gates/gates.ts';
import { Emitter } from '../hooks.ts';
import { userAgent, warnOfKeyInPage } from '../platform.ts';
import { checkedBaseUrl } from './base-url.ts';
import type { ClientOptions } from './client-options.ts';
import { checkedCredential } from './credential.ts';
import { checkedRateLimit } from './rate-limit.ts';
import { callSettings, defaultSettings } from './request-options.ts';

/**
 * Everything a client's calls share, made from its options and the environment.
 *
 * @throws InvalidArgumentError naming every option that is wrong.
 */
export function createCore(options: ClientOptions): Core {
  const details: ErrorDetail[] = [];
  const baseUrl = checkedBaseUrl(options.baseUrl, details);
  const credential = checkedCredential(options, details);
  const { timeout, deadline, retry, headers } = options;
  const settings = callSettings(defaultSettings, { timeout, deadline, retry, headers }, details);
  const rateLimit = checkedRateLimit(options.rateLimit, details);
  checkParts(options, details);
  if (details.length > 0) throw new InvalidArgumentError({ details });
  if (typeof credential === 'string' && options.accessToken === undefined) warnOfKeyInPage();

  const { fetch, clock = systemClock, validation = 'tolerant' } = options;
  const secrets = new Secrets();
  if (typeof credential === 'string') secrets.add(credential);
  const hooks = new Emitter(options.hooks ?? {});
  const drift = new DriftLog(
    (finding) => hooks.drift(finding),
    (text) => secrets.redact(text),
  );
  const gates = gatesOf({ origin: new URL(baseUrl).origin, credential, fetch, clock });
  return {
    baseUrl,
    fetch,
    headers: { accept: 'application/json', ...userAgent() },
    clock,
    guard: gates.guard,
    limiter: gates.limiter(rateLimit),
    settings,
    secrets,
    hooks,
    validation,
    drift,
  };
}

const hookNames = ['onRequest', 'onResponse', 'onRetry', 'onWait', 'onDrift'] as const;

function checkParts({ fetch, validation, hooks, clock }: ClientOptions, details: ErrorDetail[]): void {
  const require = (field: string, holds: boolean, message: string) => {
    if (!holds) details.push({ field, message });
  };
  require('fetch', fetch === undefined || typeof fetch === 'function', 'must be a function');
  require('validation', validation === undefined ||
    validation === 'tolerant' ||
    validation === 'strict', "must be 'tolerant' or 'strict'");
  require('clock', clock === undefined ||
    (typeof clock?.now === 'function' && typeof clock.sleep === 'function'), 'must have now() and sleep()');
  require('hooks', hooks === undefined ||
    (typeof hooks === 'object' && hooks !== null), 'must be an object of functions');
  for (const name of hookNames) {
    require(`hooks.${name}`, hooks?.[name] === undefined || typeof hooks[name] === 'function', 'must be a function');
  }
}
