import { styleText } from 'node:util';

type Format = 'dim' | 'bold' | 'green' | 'yellow' | 'red' | 'cyan';
/** Formats a text for a terminal. Returns it unchanged if colours are off. */
export type Paint = (format: Format, text: string) => string;

/** Returns a function that formats texts, but only on a terminal and unless `NO_COLOR` is set. */
export function painter(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  if (!isTerminal || env['NO_COLOR']) return (_format, text) => text;
  return (format, text) => styleText(format, text, { validateStream: false });
}
