/** Input and output of the command. */
export interface CliContext {
  /** The program to run beside the server, and its arguments. Without one, the server runs until a signal. */
  readonly program?: readonly string[] | undefined;
  /** Writes to standard output, or beside a program to standard error. */
  out(text: string): void;
  /** Writes to standard error. */
  error(text: string): void;
  /** Whether `out` is a terminal. */
  readonly terminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Calls back on each signal to stop. Before, a signal ends the process. */
  onSignal(listener: (signal: NodeJS.Signals) => void): void;
}
