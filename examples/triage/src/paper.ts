import { styleText } from 'node:util';

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
    line: (text = '') => void output.write(`${text}\n`),
    paint: (look, text) => (isColoured ? styleText(look, text, { validateStream: false }) : text),
    fitted: (text, columns) => (text.length > columns ? `${text.slice(0, Math.max(0, columns - 1))}…` : text),
    width: Math.max(60, Math.min(output.columns ?? 100, 120)),
  };
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
