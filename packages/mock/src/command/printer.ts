import { stripVTControlCharacters, styleText } from 'node:util';
import type { CliContext } from './cli-context.ts';

/** Colours a text, or returns it unchanged. */
export type Paint = (format: 'dim' | 'bold' | 'green' | 'cyan' | 'yellow' | 'red', text: string) => string;

/**
 * Prints whole lines, and is the only way in which the command prints. Texts may come from a service, so it takes out what moves
 * a terminal's cursor, breaks the line, or reorders the text around it. Colours stay.
 */
export interface Printer {
  /** Prints lines to standard output. */
  out(...lines: string[]): void;
  /** Prints lines to standard error. */
  error(...lines: string[]): void;
  /** Prints a value as a line of JSON, with those characters as escapes. */
  json(value: unknown): void;
  /** Colours text for `out`, on terminals and without `NO_COLOR`. */
  readonly paint: Paint;
}

export function printerOf({ out, error, terminal, env }: CliContext): Printer {
  const isColoured = terminal && !env['NO_COLOR'];
  return {
    out: (...lines) => out(lines.map((line) => `${isColoured ? safeColoured(line) : safeLine(line)}\n`).join('')),
    error: (...lines) => error(lines.map((line) => `${safeLine(line)}\n`).join('')),
    json: (value) => out(`${JSON.stringify(value).replace(unsafe, escaped)}\n`),
    paint: (format, text) => (isColoured ? styleText(format, text, { validateStream: false }) : text),
  };
}

/** Control characters, separators of lines, and overrides of direction. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Returns a text as one line that is safe to print. */
function safeLine(text: string): string {
  return stripVTControlCharacters(text).replace(unsafe, ' ');
}

/** Keeps the sequences of `paint`. A text from elsewhere can add colours, but hide or move nothing. */
function safeColoured(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
      .split(/(\x1b\[(?:1|2|22|31|32|33|36|39)m)/)
      .map((part, at) => (at % 2 === 1 ? part : safeLine(part)))
      .join('')
  );
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
