import type { Mock } from '../create-mock/mock.ts';
import { credentialsOf, firstRequest, isExpired } from './credential-list.ts';
import type { Paint } from './printer.ts';

/** Maximum credentials in the list: worlds for load tests have thousands. */
const listed = 20;

/** Returns the lines at the start of the server: its addresses and the size of the world. */
export function banner(mock: Mock, url: string, hasControl: boolean, paint: Paint): string[] {
  return [
    `${paint('bold', 'Issue Tracking mock')}  ${paint('cyan', url)}`,
    paint('dim', contents(mock)),
    // A control API that is switched off would only respond with 403.
    ...(hasControl ? [`Panel: ${url}/__mock/ui/  Control API: ${url}/__mock/`] : []),
    '',
  ];
}

/** Returns the numbers of records in words. */
export function contents({ world }: Mock): string {
  const counts = (['organization', 'project', 'issue'] as const).map((noun) => {
    const { length } = world[`${noun}s`].find();
    return `${length} ${noun}${length === 1 ? '' : 's'}`;
  });
  return `${counts.join(', ')}.`;
}

/** Returns lines with the credentials and a first request. */
export function credentialLines(mock: Mock, url: string, paint: Paint): string[] {
  const all = credentialsOf(mock);
  const first = firstRequest(mock);
  const request = first
    ? `curl -H ${quoted(`Authorization: Bearer ${first.credential}`)} ${quoted(url + first.path)}`
    : `curl -X POST -H 'content-type: application/json' -d '{"issues":3}' ${quoted(`${url}/__mock/tenants`)}`;
  const rows = all
    .slice(0, listed)
    .map((listing) => [
      listing.credential,
      listing.name,
      listing.scopes.join(' ') || 'no scopes',
      listing.organizations.join(' ') + (isExpired(mock, listing) ? ' (expired)' : ''),
    ]);
  const [head = '', ...table] = aligned([['Credential', 'Name', 'Scopes', 'Organization'], ...rows]);
  return [
    ...(all.length > 0 ? [paint('dim', head), ...table] : ['No credentials.']),
    ...(all.length > listed ? [`  and ${all.length - listed} more: GET /__mock/state`] : []),
    '',
    'Try:',
    `  ${request}`,
    '',
  ];
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}

/** Returns a text as one quoted word for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
