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
import { checkOptions } from '../validation/option-table.ts';
import type { ClientOptions, RateLimitOptions } from './client-options.ts';
import { consoleLogger, createLog, logLevelOf } from './log.ts';

/**
 * Creates the contexts of a client's calls from its options and the environment.
 *
 * @throws InvalidArgumentError naming every option that is wrong.
 */
export function createContexts(given: ClientOptions): Contexts {
  serverSide?.requireNode();
  const found = ofEnvironment(given);
  const options = { ...given, ...found } as ClientOptions;
  const details: ErrorDetail[] = [];
  checkOptions('client', typeof given === 'object' ? options : given, details);
  if (details.length > 0) {
    // An option of the environment has the name of its variable.
    const nameOf = (option: string) => (option in found ? variables[option as keyof typeof variables] : option);
    throw new InvalidArgumentError({
      details: details.map(({ field, message }) => ({ field: nameOf(field), message })),
    });
  }

  const { fetch, clock = systemClock, logger = consoleLogger, lockoutProtection = true } = options;
  const option = options.accessToken == null ? 'apiKey' : 'accessToken';
  const credential = options.accessToken ?? options.apiKey ?? '';
  const baseUrl = withoutSlashes(options.baseUrl);
  const headers = { accept: 'application/json', ...serverSide?.userAgent() };
  const settings = withOptions({ ...defaultSettings, headers }, options);
  const rateLimit = rateLimitSettings(options.rateLimit);
  const { level, problem } = logLevelOf(options.logLevel);
  const log = createLog(level, logger, clock, rateLimit);
  if (problem) log.warn(problem);
  if (option === 'apiKey') warnOfKeyInPage(log.warn);
  if (baseUrl.startsWith('http://')) serverSide?.warnOfPlainHttp(new URL(baseUrl).hostname, log.warn);
  const secrets = new Secrets(settings.headers, typeof credential === 'string' ? credential : undefined);
  const hooks = new Emitter([...(options.hooks ? [options.hooks] : []), log.hooks], (name, reason) => {
    const cause = redactedCause(reason, secrets.redact);
    log.warn(`hooks.${name} failed, and calls go on without it: ${cause}`, `hooks.${name}`);
  });
  const url = new URL(baseUrl);
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
    const drift = new DriftLog((finding) => hooks.drift(finding), secrets);
    return {
      ...shared,
      source,
      limits,
      lifetime,
      generation,
      drift,
      lastSeen: new LastSeenIssues(),
      reportedOutage: undefined,
    };
  });
}

/** Options that an environment variable sets where the program doesn't. */
const variables = { baseUrl: 'ISSUE_TRACKING_BASE_URL', apiKey: 'ISSUE_TRACKING_API_KEY' } as const;

/** Returns the options that are set by the environment alone. Each of the two credentials replaces the key there. */
function ofEnvironment({ baseUrl, apiKey, accessToken }: ClientOptions): {
  [option in keyof typeof variables]?: string;
} {
  const url = baseUrl == null ? serverSide?.environmentVariable(variables.baseUrl) : undefined;
  const key = (apiKey ?? accessToken) == null ? serverSide?.environmentVariable(variables.apiKey) : undefined;
  return { ...(url !== undefined && { baseUrl: url }), ...(key !== undefined && { apiKey: key }) };
}

/** Returns the limits of a client. Without a limit, a 429 still pauses the credential. */
function rateLimitSettings(option: false | RateLimitOptions = {}): RateLimits {
  if (option === false) return { limit: Number.POSITIVE_INFINITY, windowMs: limits.windowMs, onStoreError: 'fail' };
  const { requests = limits.requests, windowMs = limits.windowMs, store, onStoreError = 'fail' } = option;
  return { limit: requests, windowMs, store, onStoreError };
}
