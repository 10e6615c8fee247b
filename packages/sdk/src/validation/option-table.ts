import { capturedNames, type ErrorDetail, mustBeOneOf } from '@issue-tracking/model';
import { serverSide } from '#server-side';
import { apiKeyProblem, credentialProblem } from '../gate/credential.ts';
import { longestDelayMs } from '../platform/clock.ts';
import { checkNames, withValue } from './argument-checks.ts';
import { baseUrlProblem } from './base-url.ts';
import { headersProblem } from './headers.ts';

/** Least to most verbose; each level includes those before it. */
export const logLevels = ['off', 'error', 'warn', 'info', 'debug'] as const;
/** How much the client logs. */
export type LogLevel = (typeof logLevels)[number];

/** The parts of `issues.context`. */
export const contextParts = ['comments', ...capturedNames] as const;

/** Where options are passed: to the client, to any call, or to one method. */
export type Place = 'client' | 'call' | 'close' | 'request' | 'comments.create' | 'context' | 'waitFor' | 'toArray';

/** Returns why a value is wrong, as a message that follows the name of the option, or of a member of its value. */
type Problem = (value: unknown, options: Readonly<Record<string, unknown>>) => ErrorDetail | string | undefined;

/** An option: where it may be passed, and which values are right. */
interface OptionRow {
  readonly in: readonly Place[];
  readonly problem?: Problem;
  /** The value is an object whose members have rows of their own. `off`: it may also be `false`. */
  readonly members?: 'off' | 'always';
}

function must(isRight: (value: unknown) => boolean, message: string): Problem {
  return (value) => (value === undefined || isRight(value) ? undefined : withValue(message, value));
}

/** As {@link must}, for values that may hold a secret. */
function mustUnseen(isRight: (value: unknown) => boolean, message: string): Problem {
  return (value) => (value === undefined || isRight(value) ? undefined : message);
}

function oneOf(...values: readonly (string | boolean)[]): Problem {
  return must((value) => values.includes(value as string), mustBeOneOf(values.map(String)));
}

const isFunction = (value: unknown) => typeof value === 'function';
const isWhole = (value: unknown) => Number.isSafeInteger(value);
const has = (...names: readonly string[]) => {
  return (value: unknown) => names.every((name) => isFunction((value as Record<string, unknown> | null)?.[name]));
};
const duration = must(
  (value) => typeof value === 'number' && value > 0 && value <= longestDelayMs,
  `must be milliseconds, from 1 to ${longestDelayMs}`,
);
const aFunction = mustUnseen(isFunction, 'must be a function');

/** All options. Their names, values and places are checked by this table alone. */
const table: Readonly<Record<string, OptionRow>> = {
  baseUrl: { in: ['client'], problem: baseUrlProblem },
  apiKey: {
    in: ['client'],
    problem(key, { accessToken }) {
      if (accessToken != null || isFunction(key)) return undefined;
      return key == null ? 'is missing: pass it or accessToken, or set ISSUE_TRACKING_API_KEY' : apiKeyProblem(key);
    },
  },
  accessToken: {
    in: ['client'],
    problem(token, { apiKey }) {
      // A program without types may pass `null`, which counts as absent.
      if (token == null) return undefined;
      if (apiKey != null) return 'must not be combined with apiKey';
      return isFunction(token) ? undefined : credentialProblem(token);
    },
  },
  fetch: { in: ['client'], problem: aFunction },
  signal: { in: ['call'], problem: must(has('throwIfAborted'), 'must be an AbortSignal') },
  timeout: { in: ['client', 'call'], problem: duration },
  deadline: { in: ['client', 'call', 'close'], problem: duration },
  retry: { in: ['client', 'call'], members: 'off' },
  'retry.limit': {
    in: ['client', 'call'],
    problem: must((limit) => isWhole(limit) && Number(limit) >= 0, 'must be a whole number from 0'),
  },
  'retry.maxRetryAfter': {
    in: ['client', 'call'],
    problem: must((ms) => typeof ms === 'number' && ms >= 0, 'must be milliseconds from 0'),
  },
  headers: { in: ['client', 'call'], problem: headersProblem },
  priority: { in: ['call'], problem: must(Number.isFinite, 'must be a number') },
  rateLimit: { in: ['client'], members: 'off' },
  'rateLimit.requests': {
    in: ['client'],
    problem: must((count) => isWhole(count) && Number(count) > 0, 'must be a whole number from 1'),
  },
  'rateLimit.windowMs': { in: ['client'], problem: duration },
  'rateLimit.store': {
    in: ['client'],
    problem(store) {
      if (store === undefined) return undefined;
      return serverSide ? serverSide.storeProblem(store) : 'works in servers and workers, not in a page';
    },
  },
  'rateLimit.onStoreError': { in: ['client'], problem: oneOf('fail', 'local') },
  lockoutProtection: { in: ['client'], problem: oneOf(true, false) },
  hooks: { in: ['client'], members: 'always' },
  'hooks.onRequest': { in: ['client'], problem: aFunction },
  'hooks.onResponse': { in: ['client'], problem: aFunction },
  'hooks.onRetry': { in: ['client'], problem: aFunction },
  'hooks.onWait': { in: ['client'], problem: aFunction },
  'hooks.onDrift': { in: ['client'], problem: aFunction },
  'hooks.onWarning': { in: ['client'], problem: aFunction },
  logger: {
    in: ['client'],
    problem: mustUnseen(has('debug', 'info', 'warn', 'error'), 'must have debug(), info(), warn() and error()'),
  },
  logLevel: { in: ['client'], problem: oneOf(...logLevels) },
  clock: { in: ['client'], problem: mustUnseen(has('now', 'sleep'), 'must have now() and sleep()') },
  // `query` and `body` are checked where the request is made.
  query: { in: ['request'] },
  body: { in: ['request'] },
  schema: {
    in: ['request'],
    problem: mustUnseen(
      (schema) => isFunction((schema as { '~standard'?: { validate?: unknown } } | null)?.['~standard']?.validate),
      'must be a Standard Schema',
    ),
  },
  onLostResponse: { in: ['comments.create'], problem: oneOf('fail', 'check') },
  include: {
    in: ['context'],
    problem: must(
      (parts) => Array.isArray(parts) && parts.every((part) => contextParts.includes(part)),
      `must be a list; each entry ${mustBeOneOf(contextParts)}`,
    ),
  },
  interval: { in: ['waitFor'], problem: duration },
  max: {
    in: ['toArray'],
    problem: must((max) => Math.floor(Number(max)) === max && max >= 0, 'must be a whole number from 0'),
  },
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
    .filter(([name, row]) => name.startsWith(prefix) && row.in.some((one) => places.includes(one)))
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
  const values = options as Readonly<Record<string, unknown>>;
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
