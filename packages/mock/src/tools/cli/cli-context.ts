import { styleText } from 'node:util';

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

/** Colours a text, or returns it unchanged. */
export type Paint = (format: 'dim' | 'bold' | 'green' | 'cyan' | 'yellow' | 'red', text: string) => string;

/** Returns a function that colours text on terminals, unless `NO_COLOR` is set. */
export function painter({ terminal, env }: CliContext): Paint {
  if (!terminal || env['NO_COLOR']) return (_format, text) => text;
  return (format, text) => styleText(format, text, { validateStream: false });
}
