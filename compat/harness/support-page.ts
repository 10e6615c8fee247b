import type { Row } from './row.ts';

/** `docs/support.md`: what was seen, and nothing else. */
export function supportPage(rows: readonly Row[]): string {
  const groups = Map.groupBy(rows, ({ setup }) => setup.group);
  const tables = [...groups].map(([group, found]) => `## ${group}\n\n${tableOf(found)}`);
  return `# Where it works

<!-- Written by \`pnpm compat --write\`. -->

Each row is a fresh project with the packed packages, in which the same cases ran: list, iterate, context, comment,
update, retry, rate limit, abort and errors of the client; interception, \`fetch\`, faults and clock of the mock.
Made on ${new Date().toISOString().slice(0, 10)} by \`pnpm compat --write\`; try one again with \`pnpm compat NAME\`.

${tables.join('\n\n')}
`;
}

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ setup, versions, works, passed, cases }) => {
    const verdict = works ? `✓ ${passed} cases` : `✗ ${passed} of ${cases || '?'}`;
    return `| \`${setup.name}\` | ${setup.title} | ${versions.join(', ')} | ${verdict} | ${setup.note ?? ''} |`;
  });
  return ['| Name | Setup | Versions | | |', '| --- | --- | --- | --- | --- |', ...lines].join('\n');
}
