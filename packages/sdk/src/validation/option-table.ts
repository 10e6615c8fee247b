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

/** Where options are passed: to the client, to any call, or to one method. */
export type Place = 'client' | 'call' | 'close' | 'request' | 'comments.create' | 'context' | 'waitFor' | 'toArray';

/** Returns why a value is wrong, as a message that follows the name of the option, or of a member of its value. */
type Problem = (value: unknown, options: Values) => ErrorDetail | string | undefined;
type Values = Readonly<Record<string, unknown>>;

/** An option: where it may be passed, and which values are right. */
interface OptionRow {
  readonly places: readonly Place[];
  readonly problem: Problem | undefined;
  /** The value is an object whose members have rows of their own. `off`: it may also be `false`. */
  readonly members: 'off' | 'always' | undefined;
}

function must(isRight: (value: unknown) => boolean, message: string, isSecret = false): Problem {
  return (value) => {
    if (value === undefined || isRight(value)) return undefined;
    return isSecret ? message : withValue(message, value);
  };
}

function oneOf(...values: readonly (string | boolean)[]): Problem {
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
const isMax = (max: unknown) => isCount(max) || max === Number.POSITIVE_INFINITY;
const isParts = (parts: unknown) => Array.isArray(parts) && parts.every((part) => contextParts.includes(part));
const isSchema = (schema: unknown) => has(['validate'])((schema as Values | null)?.['~standard']);

function keyProblem(key: unknown, { accessToken }: Values): string | undefined {
  if (accessToken != null || isFunction(key)) return undefined;
  return key == null ? 'is missing: pass it or accessToken, or set ISSUE_TRACKING_API_KEY' : apiKeyProblem(key);
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

const row = (places: readonly Place[]) => (problem?: Problem, members?: OptionRow['members']) => ({
  places,
  problem,
  members,
});
const client = row(['client']);
const call = row(['call']);
const both = row(['client', 'call']);

/** All options. Their names, values and places are checked by this table alone. */
const table: Readonly<Record<string, OptionRow>> = {
  baseUrl: client(baseUrlProblem),
  apiKey: client(keyProblem),
  accessToken: client(tokenProblem),
  fetch: client(aFunction),
  signal: call(must(has(['throwIfAborted']), 'must be an AbortSignal')),
  timeout: both(duration),
  deadline: row(['client', 'call', 'close'])(fromNow),
  retry: both(undefined, 'off'),
  'retry.limit': both(wholeFrom(0)),
  'retry.maxRetryAfter': both(must((ms) => typeof ms === 'number' && ms >= 0, 'must be milliseconds from 0')),
  headers: both(headersProblem),
  priority: call(must(Number.isFinite, 'must be a number')),
  rateLimit: client(undefined, 'off'),
  'rateLimit.requests': client(wholeFrom(1)),
  'rateLimit.windowMs': client(duration),
  'rateLimit.store': client(storeProblem),
  'rateLimit.onStoreError': client(oneOf('fail', 'local')),
  lockoutProtection: client(oneOf(true, false)),
  hooks: client(undefined, 'always'),
  ...Object.fromEntries(hookNames.map((name) => [`hooks.${name}`, client(aFunction)])),
  logger: client(must(has(['debug', 'info', 'warn', 'error']), 'must have debug(), info(), warn() and error()', true)),
  logLevel: client(oneOf(...logLevels)),
  clock: client(must(has(['now', 'sleep']), 'must have now() and sleep()', true)),
  // `query` and `body` are checked where the request is made.
  query: row(['request'])(),
  body: row(['request'])(),
  schema: row(['request'])(must(isSchema, 'must be a Standard Schema', true)),
  onLostResponse: row(['comments.create'])(oneOf('fail', 'check')),
  include: row(['context'])(must(isParts, `must be a list; each entry ${mustBeOneOf(contextParts)}`)),
  interval: row(['waitFor'])(duration),
  max: row(['toArray'])(must(isMax, 'must be a whole number from 0')),
};

const ofMethods: readonly Place[] = ['request', 'comments.create', 'context', 'waitFor'];
const rowsByPlace = new Map<string, readonly (readonly [name: string, row: OptionRow])[]>();

/** Returns the rows of a place, below a prefix such as `retry.`, by the names of the options. */
function rowsOf(place: Place, prefix: string) {
  const key = prefix + place;
  const known = rowsByPlace.get(key);
  if (known) return known;
  const places = ofMethods.includes(place) ? ['call', place] : [place];
  const rows = Object.entries(table)
    .filter(([name, row]) => name.startsWith(prefix) && row.places.some((one) => places.includes(one)))
    .map(([name, row]) => [name.slice(prefix.length), row] as const)
    .filter(([name]) => !name.includes('.'));
  rowsByPlace.set(key, rows);
  return rows;
}

/**
 * Adds each wrong option to `details`, and each option that the place doesn't have: in a program without types, a misspelt
 * option would otherwise be ignored silently. An option that is `undefined` counts as absent.
 */
export function checkOptions(place: Place, options: unknown, details: ErrorDetail[], prefix = ''): void {
  const rows = rowsOf(place, prefix);
  const names = rows.map(([name]) => name);
  if (typeof options !== 'object' || options === null) {
    const orOff = table[prefix.slice(0, -1)]?.members === 'off' ? 'false or ' : '';
    const message = `must be ${orOff}an object of ${names.join(', ')}`;
    details.push({ field: prefix.slice(0, -1) || 'options', message });
    return;
  }
  const values = options as Values;
  for (const [name, { problem, members }] of rows) {
    const value = values[name];
    const found = problem?.(value, values);
    const field = `${prefix}${name}`;
    if (typeof found === 'string') details.push({ field, message: found });
    else if (found) details.push({ field: `${field}.${found.field}`, message: found.message });
    if (members && value !== undefined && !(members === 'off' && value === false))
      checkOptions(place, value, details, `${field}.`);
  }
  // Hooks may be an object of a class, which has other members.
  if (prefix === 'hooks.' && Object.getPrototypeOf(options) !== Object.prototype) return;
  const unknown: ErrorDetail[] = [];
  checkNames(options, names, unknown);
  details.push(...unknown.map(({ field, message }) => ({ field: `${prefix}${field}`, message })));
}
