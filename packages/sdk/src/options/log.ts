import type { LongWaits } from '../call/client-context.ts';
import { oneLine } from '../errors/redact.ts';
import type { RateLimits } from '../gate/settings.ts';
import type { CallEvent, Hooks, WaitEvent } from '../hooks.ts';
import type { Clock } from '../platform/clock.ts';
import { type LogLevel, logLevels } from '../validation/option-table.ts';

/** Methods that receive one line each: `console`, or a logger of pino, winston and others. */
export interface Logger {
  /** Receives what `logLevel: 'debug'` adds. */
  debug(line: string): unknown;
  /** Receives what `logLevel: 'info'` adds. */
  info(line: string): unknown;
  /** Receives warnings. */
  warn(line: string): unknown;
  /** Part of every logger. The client doesn't call it. */
  error(line: string): unknown;
}

/** Logs the events of a client, one line each. */
export interface Log {
  readonly hooks: Hooks;
  /** Logs long waits. */
  readonly longWaits: LongWaits;
  /** Logs a warning once for each logger. Messages of one subject count as one. */
  warn(message: string, subject?: string): void;
}

const later = 'With a deadline, a call whose turn comes later fails at once';

/** The reasons of waits in words, each with the option that causes or limits the wait. */
const waits: Record<WaitEvent['reason'], readonly [purpose: string, advice: string]> = {
  'rate-limit': ['for the rate limit', `The service has paused this credential with a 429. ${later}`],
  retry: ['to try again', 'The option retry sets how often and how long a call is tried again'],
  credential: [
    'for the credential',
    'lockoutProtection waits for the response of another request with this credential, at most for its timeout',
  ],
  token: ['for the access token', 'Its function has not returned yet; a deadline limits the wait'],
  store: ['for the rate-limit store', 'The timeoutMs of the store limits the wait'],
};

function ownLimit({ limit, windowMs }: RateLimits): string {
  return `rateLimit allows ${limit} in ${windowMs} ms. ${later}`;
}

/** Warnings that each logger has received, so that it gets each only once. A server may create a client for each request. */
const logged = new WeakMap<Logger, Set<string>>();

/** Creates the log of a client with this clock. */
export function createLog(level: LogLevel, logger: Logger, { note }: Clock, rateLimit: RateLimits): Log {
  const logs = (least: LogLevel) => logLevels.indexOf(level) >= logLevels.indexOf(least);
  const loggedBefore = logged.get(logger) ?? new Set();
  logged.set(logger, loggedBefore);
  const write = (least: 'warn' | 'info' | 'debug', line: string) => {
    try {
      if (logs(least)) logger[least](oneLine(`[issue-tracking] ${line}`));
    } catch {
      // A logger that fails must not fail a call.
    }
  };
  const print = (
    least: 'warn' | 'info' | 'debug',
    { method, path, callId, attempt }: CallEvent,
    what: string,
    more = '',
  ) => write(least, `${method} ${path} ${what} (call ${callId}, attempt ${attempt}${more})`);
  const wait = ({ waitMs, reason }: WaitEvent) =>
    `waits ${waitMs === undefined ? '' : `${Math.round(waitMs)} ms `}${waits[reason][0]}`;
  const warn = (message: string, subject = message) => {
    if (!loggedBefore.has(subject)) write('warn', message);
    loggedBefore.add(subject);
  };
  const onWarning: Hooks['onWarning'] = ({ message }) => warn(message);
  const reasons = new Set<string>();
  // The first wait for a reason is a warning, because otherwise a user would not learn why a call takes long. A clock with
  // a note moves by itself, so its waits take no real time.
  const levelOf = (reason: WaitEvent['reason']) => (note !== undefined || reasons.has(reason) ? 'info' : 'warn');
  const longWaits: LongWaits = {
    wants: (reason) => logs(levelOf(reason)),
    report(event, { failure, isPaused, mocksAdvice }) {
      const { reason } = event;
      const isOwn = reason === 'rate-limit' && !isPaused;
      const advice = mocksAdvice ?? (isOwn ? ownLimit(rateLimit) : waits[reason][1]);
      print(levelOf(reason), event, `${wait(event)}${failure ? ` after ${failure}` : ''}. ${advice}`);
      reasons.add(reason);
    },
  };
  if (!logs('info')) return { hooks: { onWarning }, warn, longWaits };
  const hooks: Hooks = {
    onResponse: (event) => {
      const { status = '', error = '', durationMs, requestId } = event;
      const result = `→ ${`${status} ${error}`.trim()} in ${Math.round(durationMs)} ms`;
      print('info', event, result, requestId && `, request ${requestId}`);
    },
    onWait: (event) => print('debug', event, wait(event)),
    onDrift: ({ kind, path, value, endpoint }) =>
      write('info', `${endpoint}: drift, ${kind} ${path}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`),
    onWarning,
  };
  return { hooks, warn, longWaits };
}

const toStderr = (line: string) => {
  // biome-ignore lint/suspicious/noConsole: where the application has no other logger.
  console.warn(line);
};

/** Logs to the console, always with `console.warn`: in Node it writes to stderr, and stdout belongs to the program. */
export const consoleLogger: Logger = { debug: toStderr, info: toStderr, warn: toStderr, error: toStderr };
