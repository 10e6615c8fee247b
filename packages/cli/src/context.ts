import type { Clock } from '@issue-tracking/sdk';
import type { StopSignal } from './platform/stop-signals.ts';

/** Everything that the command uses of its process: output, environment, input and signals. */
export interface CliContext {
  /** Writes a text unchanged to standard output. */
  out(text: string): void;
  /** Writes a text unchanged to standard error. */
  error(text: string): void;
  /** Whether standard output and standard error are terminals. */
  readonly terminal: {
    readonly out: boolean;
    readonly error: boolean;
    /** The width of the terminal, also if only standard error is one; 0 if unknown. */
    readonly columns?: number | undefined;
  };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads all of standard input. */
  stdin(): Promise<string>;
  /** Calls the listener when a signal ends the command. */
  onStop(listener: (signal?: StopSignal) => void): void;
  /** Replaces the platform's `fetch` in tests. */
  readonly fetch?: typeof fetch;
  /** Replaces the system clock in tests. */
  readonly clock?: Clock;
}

export { UsageError } from '@issue-tracking/mock/internal';
