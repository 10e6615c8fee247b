import { type ErrorDetail, limits, mustBeOneOf } from '@issue-tracking/model';
import { serverSide } from '#server-side';
import { apiKeyProblem, credentialProblem } from '../credential/credential.ts';
import type { QueueKey } from '../credential/queues.ts';
import type { Hooks } from '../hooks.ts';
import type { RateLimitSettings } from '../rate-limit/rate-limit.ts';
import { isObject } from '../validation/differences.ts';
import { check, checkDuration, checkNames, checkOneOf, withValue } from '../validation/option-checks.ts';
import type { ClientOptions } from './client-options.ts';
import { type Logger, type LogLevel, logLevels } from './log.ts';

/**
 * Returns the credential of the options or the environment. Adds problems to `details`, which never quote the
 * credential.
 */
export function checkedCredential(
  options: ClientOptions,
  details: ErrorDetail[],
): Pick<QueueKey, 'credential' | 'option'> {
  const { apiKey, accessToken } = options;
  // A program without types may pass `null`, which counts as absent here, as it does for the key and the base URL.
  const option = accessToken == null ? 'apiKey' : 'accessToken';
  const credential = accessToken ?? apiKey ?? serverSide?.environmentVariable('ISSUE_TRACKING_API_KEY');
  const report = (message: string) => {
    details.push({ field: option, message });
    return { credential: '', option } as const;
  };
  if (accessToken != null && apiKey != null) return report('must not be combined with apiKey');
  if (typeof credential === 'function') return { credential, option };
  if (credential === undefined) return report('is missing: pass it or accessToken, or set ISSUE_TRACKING_API_KEY');
  const problem = (option === 'apiKey' ? apiKeyProblem : credentialProblem)(credential);
  return problem ? report(problem) : { credential, option };
}

/** Returns the rate limit of a client. Adds problems of the option to `details`. */
export function checkedRateLimit(option: ClientOptions['rateLimit'] = {}, details: ErrorDetail[]): RateLimitSettings {
  // Without a limit a 429 still pauses the credential.
  if (option === false) return { limit: Number.POSITIVE_INFINITY, windowMs: limits.windowMs, onStoreError: 'fail' };
  checkNames('rateLimit.', option, ['requests', 'windowMs', 'store', 'onStoreError'], details);
  const { requests = limits.requests, windowMs = limits.windowMs, store, onStoreError = 'fail' } = option ?? {};
  check(
    details,
    'rateLimit.requests',
    Number.isSafeInteger(requests) && requests > 0,
    'must be a whole number from 1',
    requests,
  );
  checkDuration('rateLimit.windowMs', windowMs, details);
  const storeProblem = serverSide ? serverSide.storeProblem(store) : 'works in servers and workers, not in a page';
  check(details, 'rateLimit.store', store === undefined || storeProblem === undefined, `${storeProblem}`);
  checkOneOf('rateLimit.onStoreError', onStoreError, ['fail', 'local'], details);
  return { limit: requests, windowMs, store, onStoreError };
}

const optionNames = [
  'baseUrl',
  'apiKey',
  'accessToken',
  'fetch',
  'headers',
  'timeout',
  'deadline',
  'retry',
  'rateLimit',
  'lockoutProtection',
  'hooks',
  'logger',
  'logLevel',
  'clock',
] as const satisfies (keyof ClientOptions)[];
const hookNames = [
  'onRequest',
  'onResponse',
  'onRetry',
  'onWait',
  'onDrift',
  'onWarning',
] as const satisfies (keyof Hooks)[];

const logMethods = ['debug', 'info', 'warn', 'error'] as const satisfies (keyof Logger)[];

/** Returns the log level of the options or the environment. Adds problems to `details`. */
export function checkedLogLevel(option: LogLevel | undefined, details: ErrorDetail[]): LogLevel {
  const level = option ?? serverSide?.environmentVariable('ISSUE_TRACKING_LOG') ?? 'warn';
  const known = logLevels.find((one) => one === level);
  if (known) return known;
  const from = option === undefined ? ', where ISSUE_TRACKING_LOG sets it' : '';
  details.push({ field: 'logLevel', message: withValue(`${mustBeOneOf(logLevels)}${from}`, level) });
  return 'off';
}

/** Checks the options that have no check of their own, and the names of all options. */
export function checkParts(options: ClientOptions, details: ErrorDetail[]): void {
  const { fetch, lockoutProtection, hooks = {}, logger, clock } = options;
  const isFunction = (value: unknown) => typeof value === 'function';
  const areHooks = hookNames.every((name) => hooks?.[name] === undefined || isFunction(hooks[name]));
  check(details, 'fetch', fetch === undefined || isFunction(fetch), 'must be a function');
  checkOneOf('lockoutProtection', lockoutProtection, [true, false], details);
  check(details, 'hooks', isObject(hooks) && areHooks, 'must be an object of functions');
  const isLogger = logger === undefined || logMethods.every((name) => isFunction(logger?.[name]));
  check(details, 'logger', isLogger, 'must have debug(), info(), warn() and error()');
  check(
    details,
    'clock',
    clock === undefined || (isFunction(clock?.now) && isFunction(clock.sleep)),
    'must have now() and sleep()',
  );
  checkNames('', options, optionNames, details);
  // An object of a class may have other members, so only names in plain objects are checked.
  if (Object.getPrototypeOf(hooks ?? 0) === Object.prototype) checkNames('hooks.', hooks, hookNames, details);
}
