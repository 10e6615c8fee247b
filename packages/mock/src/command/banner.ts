import type { Store } from '../records/store.ts';
import { credentialsOf, firstRequest } from './credential-list.ts';
import type { Paint } from './printer.ts';

/** Maximum credentials in the list: worlds for load tests have thousands. */
const listed = 20;

/** Returns the lines at the start of the server: its address, credentials, and a first request. */
export function banner(store: Store, url: string, now: number, hasControl: boolean, paint: Paint): string[] {
  return [
    `${paint('bold', 'Issue Tracking mock')}  ${paint('cyan', url)}`,
    paint('dim', contents(store)),
    // A control API that is switched off would only respond with 403.
    ...(hasControl ? [`Panel: ${url}/__mock/ui/  Control API: ${url}/__mock/`] : []),
    '',
    ...credentialTable(store, now, paint),
    'Try:',
    `  ${curl(store, url, now)}`,
    '',
  ];
}

/** Returns the numbers of records in words. */
export function contents(store: Store): string {
  const counts = (['organization', 'project', 'issue'] as const).map((noun) => {
    const number = [...store.all(`${noun}s`)].length;
    return `${number} ${noun}${number === 1 ? '' : 's'}`;
  });
  return `${counts.join(', ')}.`;
}

function credentialTable(store: Store, now: number, paint: Paint): string[] {
  const all = credentialsOf(store);
  if (all.length === 0) return ['No credentials: POST /__mock/tenant creates an organization with one.', ''];
  const rows = all
    .slice(0, listed)
    .map(({ credential, name, scopes, organizations, expiresAt }) => [
      credential,
      name,
      scopes.join(' ') || 'no scopes',
      organizations.join(' ') + (expiresAt !== null && Date.parse(expiresAt) <= now ? ' (expired)' : ''),
    ]);
  const table = aligned([['Credential', 'Name', 'Scopes', 'Organization'], ...rows]);
  const more = all.length > listed ? [`  and ${all.length - listed} more: POST /__mock/world.apiKeys.find`] : [];
  return [paint('dim', table[0] ?? ''), ...table.slice(1), ...more, ''];
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}

function curl(store: Store, url: string, now: number): string {
  const first = firstRequest(store, now);
  if (!first)
    return `curl -X POST -H 'content-type: application/json' -d '{"issues":3}' ${quoted(`${url}/__mock/tenant`)}`;
  return `curl -H ${quoted(`Authorization: Bearer ${first.credential}`)} ${quoted(url + first.path)}`;
}

/** Returns a text as one quoted word for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
