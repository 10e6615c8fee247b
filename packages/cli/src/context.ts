import type { Clock } from '@issue-tracking/sdk';
import type { StopSignal } from './platform/stop-signals.ts';

/** Where the command writes, and what it knows of its surroundings. */
export interface CliContext {
  /** Writes to standard output, as it is. */
  out(text: string): void;
  /** Writes to standard error, as it is. */
  error(text: string): void;
  /** Whether a person sees standard output, and standard error. */
  readonly terminal: {
    readonly out: boolean;
    readonly error: boolean;
    /** How wide standard output is, where it is one; 0 where it doesn't know. */
    readonly columns?: number | undefined;
  };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** All of standard input. */
  stdin(): Promise<string>;
  /** Calls back when a signal tells the command to end. */
  onStop(listener: (signal?: StopSignal) => void): void;
  /** Instead of the platform's, in tests. */
  readonly fetch?: typeof fetch;
  /** Instead of the system's, in tests. */
  readonly clock?: Clock;
  /** Runs the mock's own command with these words. */
  mock(argv: readonly string[]): Promise<number>;
}

export { UsageError } from '@issue-tracking/mock/internal';
