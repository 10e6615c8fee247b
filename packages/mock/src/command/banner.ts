import { endpoints } from '@issue-tracking/model';
import type { Mock } from '../mock/mock.ts';
import { isPanelBuilt, panelBuild } from '../server/panel-files.ts';
import { credentialsOf } from './credential-list.ts';
import type { Paint } from './printer.ts';

/** Maximum credentials in the list: worlds for load tests have thousands. */
const listed = 20;

/** Returns the lines at the start of the server: its addresses and the size of the world. */
export function banner(mock: Mock, url: string, hasControl: boolean, paint: Paint): string[] {
  return [
    `${paint('bold', 'Issue Tracking mock')}  ${paint('cyan', url)}`,
    paint('dim', contents(mock)),
    // A control API that is switched off would only respond with 403.
    ...(hasControl ? [`Panel: ${panelPlace(url)}  Control API: ${url}/__mock/`] : []),
    '',
  ];
}

function panelPlace(url: string): string {
  return isPanelBuilt() ? `${url}/__mock/ui/` : `not built (${panelBuild})`;
}

/** Returns the numbers of records in words. */
export function contents({ world }: Mock): string {
  const counts = (['organization', 'project', 'issue'] as const).map((noun) => {
    const { length } = world[`${noun}s`].find();
    return `${length} ${noun}${length === 1 ? '' : 's'}`;
  });
  return `${counts.join(', ')}.`;
}

/** Returns lines with the credentials, and a first request. */
export function credentialLines(mock: Mock, url: string, paint: Paint): string[] {
  const all = credentialsOf(mock);
  if (all.length === 0) return ['No credentials: the control API and the panel create organizations and keys.', ''];
  const isExpired = (expiresAt: string | null) => expiresAt !== null && Date.parse(expiresAt) <= mock.clock.now();
  const rows = all
    .slice(0, listed)
    .map(({ credential, name, scopes, organizations, expiresAt }) => [
      credential,
      name,
      scopes.join(' ') || 'no scopes',
      organizations.join(' ') + (isExpired(expiresAt) ? ' (expired)' : ''),
    ]);
  const [head = '', ...table] = aligned([['Credential', 'Name', 'Scopes', 'Organization'], ...rows]);
  const { path, scope } = endpoints['projects.list'];
  const first = all.find(({ scopes, expiresAt }) => scopes.includes(scope) && !isExpired(expiresAt));
  return [
    paint('dim', head),
    ...table,
    ...(all.length > listed ? [`  and ${all.length - listed} more: POST /__mock/world.apiKeys.find`] : []),
    '',
    ...(first
      ? ['Try:', `  curl -H ${quoted(`Authorization: Bearer ${first.credential}`)} ${quoted(url + path)}`, '']
      : []),
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
