/** Input and output of the command. */
export interface CliContext {
  /** Writes to standard output. */
  out(text: string): void;
  /** Writes to standard error. */
  error(text: string): void;
  /** Whether standard output is a terminal. */
  readonly terminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Calls back on each signal to stop. */
  onStop(listener: () => void): void;
}
