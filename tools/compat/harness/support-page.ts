import type { Row } from './row.ts';

/** Returns `docs/reference/support.md`, with the results of this run only. */
export function supportPage(rows: readonly Row[]): string {
  const groups = Map.groupBy(rows, ({ setup }) => setup.group);
  const tables = [...groups].map(([group, found]) => `## ${group}\n\n${tableOf(found)}`);
  const failing = rows.filter(({ works }) => !works);
  return `# Where it works

<!-- Written by \`pnpm compat --write\`. -->

Each row is a fresh project with the packed packages, in which the same cases ran: list, iterate, context, comment,
update, retry, rate limit, abort and errors of the client; interception, \`fetch\`, faults and clock of the mock.
Those under OpenAPI take the published \`@issue-tracking/model/openapi.json\`, with tools that know nothing else of the API.
Made on ${new Date().toISOString().slice(0, 10)} by \`pnpm compat --write\`; try one again with \`pnpm compat NAME\`.

${rows.length - failing.length} of ${rows.length} setups work.${failing.length > 0 ? ' The others are listed at the end, with what was seen.' : ''}

${tables.join('\n\n')}
${failing.length > 0 ? `\n## What fails\n\n${failing.map(failureOf).join('\n')}\n` : ''}
React Native and Electron are untried. Electron's main process is Node, and its windows are Chromium.

A CommonJS program that type-checks with \`skipLibCheck: false\` needs \`moduleResolution: bundler\`, or \`nodenext\` of TypeScript 5.9 or later, to import
\`@issue-tracking/mock/msw\`: MSW 3 has no types for CommonJS.
`;
}

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ setup, versions, works, passed, cases }) => {
    const verdict = works ? `✓ ${passed} cases` : `✗ ${passed} of ${cases || '?'}`;
    return `| \`${setup.name}\` | ${setup.title} | ${versions.join(', ')} | ${verdict} | ${setup.note ?? ''} |`;
  });
  return ['| Name | Setup | Versions | | |', '| --- | --- | --- | --- | --- |', ...lines].join('\n');
}

function failureOf({ setup, problem = '' }: Row): string {
  // Prefer the line of a failed case, then a line with an error. Leave out paths of the temporary project.
  const lines = problem.split('\n').map((line) => line.trim());
  const line =
    lines.find((one) => one.startsWith('SMOKE failed')) ?? lines.find((one) => /error/i.test(one)) ?? lines[0];
  const told = (line ?? '').replaceAll(/(?:file:\/\/)?\/tmp\/[^\s/]+\//g, '').slice(0, 200);
  return `- \`${setup.name}\`: ${setup.note ? `${setup.note}. ` : ''}\`${told.replaceAll('`', "'")}\``;
}
