import type { RequestFilter } from '../log/filter.ts';
import { redact } from '../log/redaction.ts';
import type { RequestEntry } from '../log/request-entry.ts';
import { internalsOf } from '../mock/internals.ts';
import type { Mock } from '../mock/mock.ts';
import { shownCredential } from '../state.ts';

/** Maximum requests in a table: the last ones. */
const shown = 20;

/** Returns the requests as a table, with an arrow before marked ones. */
export function requestTable(entries: readonly RequestEntry[], marked: readonly RequestEntry[]): string {
  if (entries.length === 0) return 'The mock has received no requests.';
  const numbers = new Set(marked.map(({ number }) => number));
  const rows = entries.slice(-shown).map((entry) => [
    numbers.has(entry.number) ? '→' : ' ',
    String(entry.number),
    entry.method,
    entry.path + (entry.search && `?${entry.search}`),
    entry.status === undefined ? 'no response' : String(entry.status),
    entry.credential ?? '',
    // Errors of faults are not in the log.
    [entry.reason ?? (entry.faultId && 'fault'), entry.error].filter(Boolean).join(': '),
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

/** Returns a function that redacts a credential: for mocks with its name, for tenants without. */
export function shownBy(mock: Mock): (credential: string) => string {
  return 'world' in mock ? (credential) => shownCredential(internalsOf(mock).service, credential) : redact;
}

/** Returns a filter as text, with a redacted credential: `issues.update { status: 200 }`. */
export function filterText({ endpoint, ...rest }: RequestFilter, shown: (credential: string) => string): string {
  const text = valueText(rest, shown);
  return [endpoint, text === '{}' ? '' : text].filter(Boolean).join(' ') || 'any';
}

/** Returns a filter or fault as text, with a redacted credential. */
export function valueText(value: unknown, shown: (credential: string) => string): string {
  if (typeof value === 'function') return 'a function';
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return `[${value.map((each) => valueText(each, shown)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if ('asymmetricMatch' in value) return String(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${name}: ${name === 'apiKey' ? shown(String(member)) : valueText(member, shown)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
