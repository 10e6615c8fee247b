import { constants } from 'node:os';

/** Signals that end the command; SIGHUP when its terminal is closed. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Returns the exit code that shells give a program which a signal has ended. */
export function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/**
 * Calls back when npx has ended, which started this process. npx passes a signal to its shell only, so the command would go on and
 * keep its port.
 */
export function onEndOfNpx(listener: () => void): void {
  const { ppid, env } = process;
  if (env['npm_command'] !== 'exec') return;
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    listener();
  }, 200).unref();
}
