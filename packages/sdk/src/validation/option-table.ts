import { capturedNames, type ErrorDetail, mustBeOneOf } from '@issue-tracking/model';
import { serverSide } from '#server-side';
import { apiKeyProblem, credentialProblem } from '../gate/credential.ts';
import type { Hooks } from '../hooks.ts';
import { longestDelayMs } from '../platform/clock.ts';
import { isCount } from '../platform/values.ts';
import { checkNames, withValue } from './argument-checks.ts';
import { baseUrlProblem } from './base-url.ts';
import { headersProblem } from './headers.ts';

/** Least to most verbose; each level includes those before it. */
export const logLevels = ['off', 'error', 'warn', 'info', 'debug'] as const;
/** How much the client logs. */
export type LogLevel = (typeof logLevels)[number];

/** The hooks. */
const hookNames = [
  'onRequest',
  'onResponse',
  'onRetry',
  'onWait',
  'onEnd',
  'onDrift',
  'onWarning',
] as const satisfies (keyof Hooks)[];

/** The parts of `issues.context`. */
export const contextParts = ['comments', ...capturedNames] as const;

/**
 * Returns what is wrong with a value: a message that follows the name of the option, or a detail for each wrong member. It
 * gets all options of the place, because some exclude others.
 */
type Rule = (value: unknown, options: Values) => string | readonly ErrorDetail[] | undefined;
type Rules = Readonly<Record<string, Rule>>;
type Values = Readonly<Record<string, unknown>>;

function must(isRight: (value: unknown) => boolean, message: string, isSecret = false): Rule {
  return (value) => {
    if (value === undefined || isRight(value)) return undefined;
    return isSecret ? message : withValue(message, value);
  };
}

function oneOf(...values: readonly (string | boolean)[]): Rule {
  return must((value) => values.includes(value as string), mustBeOneOf(values.map(String)));
}

const isFunction = (value: unknown) => typeof value === 'function';
const has = (names: readonly string[]) => (value: unknown) =>
  names.every((name) => isFunction((value as Record<string, unknown> | null)?.[name]));
const aFunction = must(isFunction, 'must be a function', true);
const isDuration = (ms: unknown) => typeof ms === 'number' && ms > 0 && ms <= longestDelayMs;
const duration = must(isDuration, `must be milliseconds, from 1 to ${longestDelayMs}`);
const fromNow = must((ms) => ms === 0 || isDuration(ms), `must be milliseconds, from 0 to ${longestDelayMs}`);
const wholeFrom = (least: number) =>
  must((count) => isCount(count) && count >= least, `must be a whole number from ${least}`);
const isNotNegative = (ms: unknown) => typeof ms === 'number' && ms >= 0;
const anything: Rule = () => undefined;
const isMax = (max: unknown) => isCount(max) || max === Number.POSITIVE_INFINITY;
const isParts = (parts: unknown) => Array.isArray(parts) && parts.every((part) => contextParts.includes(part));
const isSchema = (schema: unknown) => has(['validate'])((schema as Values | null)?.['~standard']);

function keyProblem(key: unknown, { accessToken }: Values): string | undefined {
  if (accessToken != null || isFunction(key)) return undefined;
  if (key != null) return apiKeyProblem(key);
  return `is missing: pass it or accessToken${serverSide ? `,${serverSide.orSetVariable('apiKey')}` : ''}`;
}

function tokenProblem(token: unknown, { apiKey }: Values): string | undefined {
  // A program without types may pass `null`, which counts as absent.
  if (token == null) return undefined;
  if (apiKey != null) return 'must not be combined with apiKey';
  return isFunction(token) ? undefined : credentialProblem(token);
}

function storeProblem(store: unknown): string | undefined {
  if (store === undefined) return undefined;
  return serverSide ? serverSide.storeProblem(store) : 'works in servers and workers, not in a page';
}

/** Returns the rule of an object of options. `orOff`: it may also be `false`. */
function objectOf(rules: Rules, orOff = false): Rule {
  return (value) => (value === undefined || (orOff && value === false) ? undefined : problemsOf(rules, value, orOff));
}

const hooks: Rules = Object.fromEntries(hookNames.map((name) => [name, aFunction]));
const retry = { limit: wholeFrom(0), maxRetryAfter: must(isNotNegative, 'must be milliseconds from 0') };
const rateLimit = {
  requests: wholeFrom(1),
  windowMs: duration,
  store: storeProblem,
  onStoreError: oneOf('fail', 'local'),
};
const ofClientAndCall = {
  timeout: duration,
  deadline: fromNow,
  retry: objectOf(retry, true),
  headers: headersProblem,
};
const ofCall = {
  signal: must(has(['throwIfAborted']), 'must be an AbortSignal'),
  ...ofClientAndCall,
  priority: must(Number.isFinite, 'must be a number'),
};

/** All options, by where they are passed: to the client, to any call, or to one method. This table alone checks them. */
const table = {
  client: {
    baseUrl: baseUrlProblem,
    apiKey: keyProblem,
    accessToken: tokenProblem,
    fetch: aFunction,
    ...ofClientAndCall,
    rateLimit: objectOf(rateLimit, true),
    lockoutProtection: oneOf(true, false),
    hooks: objectOf(hooks),
    logger: must(has(['debug', 'info', 'warn', 'error']), 'must have debug(), info(), warn() and error()', true),
    logLevel: oneOf(...logLevels),
    clock: must(has(['now', 'sleep']), 'must have now() and sleep()', true),
  },
  call: ofCall,
  close: { deadline: fromNow },
  // `query` and `body` are checked where the request is made.
  request: { ...ofCall, query: anything, body: anything, schema: must(isSchema, 'must be a Standard Schema', true) },
  'comments.create': { ...ofCall, onLostResponse: oneOf('fail', 'check') },
  context: { ...ofCall, include: must(isParts, `must be a list; each entry ${mustBeOneOf(contextParts)}`) },
  waitFor: { ...ofCall, interval: duration },
  toArray: { max: must(isMax, 'must be a whole number from 0') },
} satisfies Readonly<Record<string, Rules>>;

/** Where options are passed. */
export type Place = keyof typeof table;

/** Adds each wrong option to `details`, and each that the place doesn't have. */
export function checkOptions(place: Place, options: unknown, details: ErrorDetail[]): void {
  const found = problemsOf(table[place], options);
  details.push(...(typeof found === 'string' ? [{ field: 'options', message: found }] : found));
}

/**
 * Returns what is wrong with an object of options. An option that is `undefined` counts as absent. One that is unknown is
 * wrong, because in a program without types a misspelt option would be ignored silently.
 */
function problemsOf(rules: Rules, options: unknown, orOff = false): string | readonly ErrorDetail[] {
  const names = Object.keys(rules);
  if (typeof options !== 'object' || options === null) {
    return `must be ${orOff ? 'false or ' : ''}an object of ${names.join(', ')}`;
  }
  const values = options as Values;
  const details = Object.entries(rules).flatMap(([name, rule]) => {
    const found = rule(values[name], values) ?? [];
    if (typeof found === 'string') return { field: name, message: found };
    return found.map(({ field, message }) => ({ field: `${name}.${field}`, message }));
  });
  // Hooks may be an object of a class, which has other members.
  if (rules !== hooks || Object.getPrototypeOf(options) === Object.prototype) checkNames(options, names, details);
  return details;
}
