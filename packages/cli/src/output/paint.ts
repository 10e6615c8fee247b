import { styleText } from 'node:util';

type Format = 'dim' | 'bold' | 'green' | 'yellow' | 'red' | 'cyan';
/** Colours a text, or returns it unchanged without colours. */
export type Paint = (format: Format, text: string) => string;

/** Returns a function that colours on a terminal without `NO_COLOR`. */
export function painter(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  if (!isTerminal || env['NO_COLOR']) return (_format, text) => text;
  return (format, text) => styleText(format, text, { validateStream: false });
}
