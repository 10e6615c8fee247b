import { type ErrorDetail, limits } from '@issue-tracking/model';
import { serverSide } from '#server-side';
import { defaultSettings, withOptions } from '../call/call-settings.ts';
import { Contexts } from '../call/contexts.ts';
import { Emitter } from '../call/emitter.ts';
import { createHttp } from '../call/http.ts';
import { LastSeenIssues } from '../call/last-seen-issues.ts';
import { Lifetime } from '../call/lifetime.ts';
import { InvalidArgumentError } from '../errors/client-errors.ts';
import { redactedCause, Secrets } from '../errors/redact.ts';
import { sourceOf } from '../gate/gates.ts';
import type { Endable, RateLimits } from '../gate/settings.ts';
import { endWaiting } from '../gate/waiting.ts';
import { onAbort } from '../platform/abort.ts';
import { systemClock } from '../platform/clock.ts';
import { warnOfKeyInPage } from '../platform/environment.ts';
import { withoutSlashes } from '../validation/base-url.ts';
import { DriftLog } from '../validation/drift-log.ts';
import { checkOptions, logLevels } from '../validation/option-table.ts';
import type { ClientOptions, RateLimitOptions } from './client-options.ts';
import { consoleLogger, createLog } from './log.ts';

/**
 * Creates the contexts of a client's calls from its options and the environment.
 *
 * @throws InvalidArgumentError naming every option that is wrong.
 */
export function createContexts(given: ClientOptions): Contexts {
  if (serverSide) serverSide.requireNode();
  const found = serverSide ? serverSide.environmentOptions(given) : {};
  const options = { ...given, ...found } as ClientOptions;
  const details: ErrorDetail[] = [];
  checkOptions('client', typeof given === 'object' ? options : given, details);
  if (details.length > 0) {
    throw new InvalidArgumentError({ details: serverSide ? serverSide.namedByVariables(details, found) : details });
  }

  const { fetch, clock = systemClock, logger = consoleLogger, lockoutProtection = true } = options;
  const option = options.accessToken == null ? 'apiKey' : 'accessToken';
  const credential = options.accessToken ?? options.apiKey ?? '';
  const baseUrl = withoutSlashes(options.baseUrl);
  const headers = { accept: 'application/json', ...(serverSide ? serverSide.userAgent() : {}) };
  const settings = withOptions({ ...defaultSettings, headers }, options);
  const rateLimit = rateLimitSettings(options.rateLimit);
  const { level, problem } = serverSide ? serverSide.environmentLevel(logLevels) : {};
  const log = createLog(options.logLevel ?? level ?? 'warn', logger, clock, rateLimit);
  if (problem && options.logLevel === undefined) log.warn(problem);
  if (option === 'apiKey') warnOfKeyInPage(log.warn);
  const url = new URL(baseUrl);
  if (serverSide) serverSide.warnOfPlainHttp(url, log.warn);
  const secrets = new Secrets(settings.headers, typeof credential === 'string' ? credential : undefined);
  const hooks = new Emitter([...(options.hooks ? [options.hooks] : []), log.hooks], (name, reason) => {
    const cause = redactedCause(reason, secrets.redact);
    log.warn(`hooks.${name} failed, and calls go on without it: ${cause}`, `hooks.${name}`);
  });
  const shared = {
    host: url.host,
    http: createHttp(baseUrl, fetch),
    clock,
    settings,
    secrets,
    hooks,
    longWaits: log.longWaits,
    doubtsRejections: option === 'apiKey' || typeof credential === 'function',
  };
  return new Contexts(baseUrl, fetch, (generation) => {
    const source = sourceOf({ origin: url.origin, credential, option, fetch, clock, generation });
    const limits = { ...rateLimit, isProtected: lockoutProtection, source, waiting: new Set<Endable>() };
    const lifetime = new Lifetime(clock, generation);
    const { closing, ended } = lifetime;
    onAbort(closing, () => endWaiting(limits, closing.reason, (call) => !call.completesComposite));
    onAbort(ended, () => endWaiting(limits, ended.reason));
    const drift = new DriftLog((finding) => hooks.emit('onDrift', () => finding), secrets);
    return {
      ...shared,
      source,
      limits,
      lifetime,
      generation,
      drift,
      lastSeen: new LastSeenIssues(),
    };
  });
}

/** Returns the limits of a client. Without a limit, a 429 still pauses the credential. */
function rateLimitSettings(option: false | RateLimitOptions = {}): RateLimits {
  const {
    requests: limit = limits.requests,
    windowMs = limits.windowMs,
    store,
    onStoreError = 'fail',
  } = option || { requests: Number.POSITIVE_INFINITY };
  return { limit, windowMs, store, onStoreError };
}
