import { styleText } from 'node:util';

/** Where the command writes and what it knows of its terminal. */
export interface CliContext {
  /** Writes to standard output, as it is. */
  out(text: string): void;
  /** Writes to standard error, as it is. */
  error(text: string): void;
  /** Whether a person sees standard output. */
  readonly terminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Calls back at each request to stop the command. */
  onStop(listener: () => void): void;
}

/** Colours a text where that is wanted. */
export type Paint = (format: 'dim' | 'bold' | 'green' | 'cyan' | 'yellow' | 'red', text: string) => string;

/** Colours on a terminal only, and not with `NO_COLOR`. */
export function painter({ terminal, env }: CliContext): Paint {
  if (!terminal || env['NO_COLOR']) return (_format, text) => text;
  return (format, text) => styleText(format, text, { validateStream: false });
}
