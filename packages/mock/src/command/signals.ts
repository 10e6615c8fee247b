import { constants } from 'node:os';

/** Signals that end the command; SIGHUP when its terminal is closed. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Returns the exit code that shells give a program which a signal has ended. */
export function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
