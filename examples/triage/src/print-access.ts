import type { World } from '@issue-tracking/mock';
import { type Paper, table } from './paper.ts';

/** Prints how to reach a mock that goes on running: where, with what, and a request to paste. */
export function printAccess(paper: Paper, url: string, { organizations = [], users = [] }: World): void {
  const { line, paint } = paper;
  const credentials = [
    ...organizations.flatMap(({ slug, apiKeys = [] }) =>
      apiKeys.map(({ key, scopes = [], expiresAt }) => ({ credential: key ?? '', of: slug ?? '', scopes, expiresAt })),
    ),
    ...users.flatMap(({ name, accessTokens = [] }) =>
      accessTokens.map(({ token, scopes = [], expiresAt }) => ({
        credential: token ?? '',
        of: name ?? '',
        scopes,
        expiresAt,
      })),
    ),
  ];
  const rows = credentials.map(({ credential, of, scopes, expiresAt }) => [
    credential,
    of,
    expiresAt && Date.parse(expiresAt) <= Date.now() ? 'expired' : scopes.join(' '),
  ]);

  line();
  line(`${paint('bold', 'The mock goes on running')}  ${paint('cyan', url)}`);
  for (const [credential = '', ...cells] of table(rows, paper))
    line(`  ${paint('cyan', credential)}  ${cells.join('  ')}`);
  line();
  line('Try:');
  line(`  curl -H 'Authorization: Bearer ${credentials[0]?.credential ?? ''}' ${url}/api/v1/projects`);
  line();
  line(paint('dim', `Control API: ${url}/__mock/    End with Ctrl+C.`));
}
