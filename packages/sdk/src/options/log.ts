import { oneLine } from '../errors/shortened.ts';
import type { CallEvent, Hooks, WaitEvent } from '../hooks.ts';

/** Least to most verbose; each level includes those before it. */
export const logLevels = ['off', 'warn', 'info', 'debug'] as const;
/** How much the client prints. */
export type LogLevel = (typeof logLevels)[number];

/** What prints what the client does, a line each. */
export interface Log {
  readonly hooks: Hooks[];
  readonly onLongWait?: (event: WaitEvent) => void;
}

const waitedFor: Record<WaitEvent['reason'], string> = {
  'rate-limit': 'for the rate limit',
  retry: 'to try again',
  credential: 'for the credential',
  token: 'for the access token',
  store: 'for the rate-limit store',
};

/** Prints what is told; nothing where there is nothing to print. */
export function createLog(level: LogLevel): Log {
  const rank = logLevels.indexOf(level);
  if (rank === 0) return { hooks: [] };
  const prints = (least: LogLevel) => rank >= logLevels.indexOf(least);
  const print = (least: LogLevel, { method, path, callId, attempt }: CallEvent, what: string) => {
    if (prints(least)) warn(`${method} ${path} ${what} (call ${callId}, attempt ${attempt})`);
  };
  const ms = (waitMs: number | undefined) => (waitMs === undefined ? '' : `${Math.round(waitMs)} ms `);
  const hooks: Hooks = {
    onResponse: (event) => {
      const { status = '', error = '', durationMs } = event;
      const result = `${status} ${error}`.trim();
      print(error ? 'warn' : 'info', event, `→ ${result} in ${Math.round(durationMs)} ms`);
    },
    onWait: (event) => print('debug', event, `waits ${ms(event.waitMs)}${waitedFor[event.reason]}`),
    onDrift: ({ kind, path, value, endpoint }) =>
      warn(`${endpoint}: drift, ${kind} ${path}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`),
    onWarning: ({ message }) => warn(message),
  };
  if (!prints('info')) return { hooks: [hooks] };
  const onLongWait = (event: WaitEvent) =>
    print('info', event, `still waits ${ms(event.waitMs)}${waitedFor[event.reason]}`);
  return { hooks: [hooks], onLongWait };
}

/** Always a warning, because in Node that goes to stderr and leaves alone what the program prints. */
function warn(line: string): void {
  // biome-ignore lint/suspicious/noConsole: the application has asked for it.
  console.warn(oneLine(`[issue-tracking] ${line}`));
}
