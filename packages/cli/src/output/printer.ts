import { stripVTControlCharacters, styleText } from 'node:util';
import { oneLine } from '@issue-tracking/sdk/internal';
import type { CliContext } from '../context.ts';
import { mapStrings } from '../platform/json.ts';

type Format = 'dim' | 'green' | 'yellow' | 'red';
/** A part of a line, with its format on a terminal. */
export type Span = string | readonly [format: Format, text: string];

const eraseLine = '\r\u001b[2K';

/** Returns a text in one line, without characters that a terminal would interpret. */
function safeLine(text: string): string {
  return oneLine(stripVTControlCharacters(text));
}

/** The only way to standard output and standard error: it makes every text one safe line, without the credential. */
export class Printer {
  /** Redacts the credential, once it is known. */
  redact: (text: string) => string = (text) => text;
  readonly #context: Pick<CliContext, 'out' | 'error' | 'terminal' | 'env'>;
  #hasStatus = false;

  constructor(context: Pick<CliContext, 'out' | 'error' | 'terminal' | 'env'>) {
    this.#context = context;
  }

  /** Prints a line to standard output. @param margin The width before the second line if the text is wrapped. */
  line(spans: readonly Span[], margin = 0): void {
    const { out, terminal } = this.#context;
    const columns = terminal.out && terminal.columns !== undefined ? terminal.columns || 80 : Number.POSITIVE_INFINITY;
    let line = '';
    let width = 0;
    for (const [at, { text, format, glued }] of this.#wordsOf(spans).entries()) {
      const isNew = !glued && width > margin && width + 1 + text.length > columns;
      if (isNew) line += `\n${' '.repeat(margin)}`;
      else if (at > 0 && !glued) line += ' ';
      width = (isNew ? margin : width + (at > 0 && !glued ? 1 : 0)) + text.length;
      line += format && terminal.out ? this.#paint(format, text) : text;
    }
    out(`${line}\n`);
  }

  /** Prints JSON to standard output, with control characters as escapes. */
  json(value: unknown): void {
    this.#context.out(`${toJson(mapStrings(value, this.redact))}\n`);
  }

  /** Prints a line to standard error. */
  error(text: string): void {
    this.endStatus();
    this.#context.error(`${safeLine(this.redact(text))}\n`);
  }

  /** Shows a line on a terminal's standard error, in place of the last one. */
  status(text: string): void {
    const { terminal, error } = this.#context;
    // Erasing reaches one row: a wrapped line would leave a row behind each time.
    const width = (terminal.columns || 80) - 1;
    const line = safeLine(this.redact(text));
    error(eraseLine + this.#paint('dim', line.length > width ? `${line.slice(0, width - 1)}…` : line));
    this.#hasStatus = true;
  }

  endStatus(): void {
    if (this.#hasStatus) this.#context.error(eraseLine);
    this.#hasStatus = false;
  }

  /** Splits a line where it may be wrapped. Each word has its own format, so that no colour runs into the margin. */
  #wordsOf(spans: readonly Span[]): { text: string; format?: Format; glued: boolean }[] {
    return spans.flatMap((span, at) => {
      const [format, text] = typeof span === 'string' ? [undefined, span] : span;
      const words = safeLine(this.redact(text)).split(' ');
      return words.map((word, i) => ({ text: word, ...(format && { format }), glued: i === 0 && at > 0 }));
    });
  }

  #paint(format: Format, text: string): string {
    return this.#context.env['NO_COLOR'] || text === '' ? text : styleText(format, text, { validateStream: false });
  }
}

/** Returns JSON with control characters as escapes, safe to print and to store. */
export function toJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, 2).replaceAll(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    escaped,
  );
}
