import { stripVTControlCharacters, styleText } from 'node:util';

/** Looks that a text can have. */
export type Look = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan';

/** The output: its width, and whether it supports colours. */
export interface Paper {
  line(text?: string): void;
  paint(look: Look, text: string): string;
  /** Returns a text that is cut to a number of columns. */
  fitted(text: string, columns: number): string;
  /** Columns of a line. */
  readonly width: number;
}

/** Where a program writes, as `process.stdout` is. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Paper over an output: coloured on a terminal only, and not with `NO_COLOR`. */
export function paper(output: Output, env: Readonly<Record<string, string | undefined>>): Paper {
  const isColoured = output.isTTY === true && !env['NO_COLOR'];
  return {
    line: (text = '') => void output.write(`${isColoured ? safeColoured(text) : safe(text)}\n`),
    paint: (look, text) => (isColoured ? styleText(look, text, { validateStream: false }) : text),
    fitted: (text, columns) => (text.length > columns ? `${text.slice(0, Math.max(0, columns - 1))}…` : text),
    width: Math.max(60, Math.min(output.columns ?? 100, 120)),
  };
}

/** One line without control characters: anybody who reports an issue writes texts, and a terminal would obey them. */
function safe(text: string): string {
  return stripVTControlCharacters(text).replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, ' ');
}

/** The same, but with the colours and weights of `paint`. */
function safeColoured(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
  const parts = text.split(/(\x1b\[(?:1|2|22|31|32|33|36|39)m)/);
  return parts.map((part, at) => (at % 2 === 1 ? part : safe(part))).join('');
}

/** Rows with their columns aligned; the last one is cut where the paper ends. */
export function table(rows: readonly (readonly string[])[], { fitted, width }: Paper): string[][] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => {
    let left = width - 2;
    return row.map((cell, column) => {
      const columns = Math.min(widths[column] ?? 0, left);
      left -= columns + 2;
      return column === row.length - 1 ? fitted(cell, columns) : cell.padEnd(columns);
    });
  });
}
