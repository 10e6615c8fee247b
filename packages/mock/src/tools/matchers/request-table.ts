import type { RequestEntry } from '../../service/request-log/logged-request.ts';
import type { RequestFilter } from '../../service/request-log/request-filter.ts';

/** The most requests that a table shows: the last ones. */
const shown = 20;

/** The requests as a small table, with an arrow before each that is marked. */
export function requestTable(entries: readonly RequestEntry[], marked: readonly RequestEntry[]): string {
  if (entries.length === 0) return 'The mock has received no requests.';
  const numbers = new Set(marked.map(({ number }) => number));
  const rows = entries.slice(-shown).map((entry) => [
    numbers.has(entry.number) ? '→' : ' ',
    String(entry.number),
    entry.method,
    entry.path + (entry.search && `?${entry.search}`),
    entry.status === undefined ? 'no answer' : String(entry.status),
    entry.credential ?? '',
    // A fault's text is the test's own.
    [entry.reason ?? (entry.fault && 'fault'), entry.error].filter(Boolean).join(': '),
  ]);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [...(entries.length > shown ? [`  the last ${shown} of ${entries.length} requests:`] : []), ...lines].join(
    '\n',
  );
}

/** A filter, as one would write it, without its secrets: `issues.update { status: 200 }`. */
export function filterText({ endpoint, ...rest }: RequestFilter): string {
  const text = valueText(rest);
  return [endpoint, text === '{}' ? '' : text].filter(Boolean).join(' ') || 'any';
}

/** A filter or fault as one would write it, but for its key. */
export function valueText(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if ('asymmetricMatch' in value) return String(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${name}: ${name === 'apiKey' ? '…' : valueText(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
