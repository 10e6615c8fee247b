import type { Hooks, ResponseEvent, WaitEvent } from '../hooks.ts';

/** From nothing to everything; each prints what those before it do. */
export const logLevels = ['off', 'warn', 'info', 'debug'] as const;
/** How much the client prints. */
export type LogLevel = (typeof logLevels)[number];

/** Hooks that print what they are told, a line each; none where there is nothing to print. */
export function logHooks(level: LogLevel): Hooks[] {
  const prints = (least: LogLevel) => logLevels.indexOf(level) >= logLevels.indexOf(least);
  if (!prints('warn')) return [];
  return [
    {
      onResponse: (event) => {
        if (prints(event.error === undefined ? 'info' : 'warn')) print(attemptLine(event));
      },
      onWait: (event) => {
        if (prints('debug')) print(waitLine(event));
      },
      onDrift: ({ kind, path, value, endpoint }) =>
        print(`${endpoint}: drift, ${kind} ${path}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`),
    },
  ];
}

function attemptLine({ method, path, callId, attempt, status, error, durationMs }: ResponseEvent): string {
  const result = [status, error].filter((part) => part !== undefined).join(' ');
  return `${method} ${path} → ${result} in ${Math.round(durationMs)} ms (call ${callId}, attempt ${attempt})`;
}

function waitLine({ method, path, callId, attempt, reason, waitMs }: WaitEvent): string {
  const what = reason === 'retry' ? 'to try again' : 'for the rate limit';
  return `${method} ${path} waits ${Math.round(waitMs)} ms ${what} (call ${callId}, attempt ${attempt})`;
}

/** Always a warning, because in Node that goes to stderr and leaves alone what the program prints. */
function print(line: string): void {
  // biome-ignore lint/suspicious/noConsole: the application has asked for it.
  console.warn(`[issue-tracking] ${line}`);
}
