import type { CallEvent, Hooks } from '../hooks.ts';

/** From nothing to everything; each prints what those before it do. */
export const logLevels = ['off', 'warn', 'info', 'debug'] as const;
/** How much the client prints. */
export type LogLevel = (typeof logLevels)[number];

/** Hooks that print what they are told, a line each; none where there is nothing to print. */
export function logHooks(level: LogLevel): Hooks[] {
  const rank = logLevels.indexOf(level);
  if (rank === 0) return [];
  const print = (least: LogLevel, { method, path, callId, attempt }: CallEvent, what: string) => {
    if (rank >= logLevels.indexOf(least)) warn(`${method} ${path} ${what} (call ${callId}, attempt ${attempt})`);
  };
  return [
    {
      onResponse: (event) => {
        const { status = '', error = '', durationMs } = event;
        const result = `${status} ${error}`.trim();
        print(error ? 'warn' : 'info', event, `→ ${result} in ${Math.round(durationMs)} ms`);
      },
      onWait: (event) => {
        const { reason, waitMs } = event;
        print(
          'debug',
          event,
          `waits ${Math.round(waitMs)} ms ${reason === 'retry' ? 'to try again' : 'for the rate limit'}`,
        );
      },
      onDrift: ({ kind, path, value, endpoint }) =>
        warn(`${endpoint}: drift, ${kind} ${path}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`),
    },
  ];
}

/** Always a warning, because in Node that goes to stderr and leaves alone what the program prints. */
function warn(line: string): void {
  // biome-ignore lint/suspicious/noConsole: the application has asked for it.
  console.warn(`[issue-tracking] ${line}`);
}
