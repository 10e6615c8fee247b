import { type Setup, setups } from '../setups.ts';
import type { Row } from './row.ts';

/**
 * Returns `docs/reference/support.md` with the results of this run. Setups that were not run keep their lines.
 *
 * @param rows The results.
 * @param previous The page as it is.
 */
export function supportPage(rows: readonly Row[], previous: string): string {
  const results = linesOf(previous, /^\| `([^`]+)` \|/);
  const failures = linesOf(previous, /^- `([^`]+)`: /);
  for (const row of rows) {
    const { name } = row.setup;
    results.set(name, lineOf(row));
    failures.delete(name);
    if (!row.works) failures.set(name, failureOf(row));
  }
  const tried = setups.filter(({ name }) => results.has(name));
  const failing = tried.flatMap(({ name }) => failures.get(name) ?? []);
  const tables = [...Map.groupBy(tried, ({ group }) => group)].map(
    ([group, found]) => `## ${group}\n\n${tableOf(found, results)}`,
  );
  return `# Where it works

<!-- Written by \`pnpm compat --write\`. -->

Each row is a fresh project with the packed packages, in which the same cases ran: list, iterate, context, comment,
update, retry, rate limit, abort and errors of the client; interception, \`fetch\`, faults and clock of the mock.
Those under OpenAPI take the published \`@issue-tracking/model/openapi.json\`, with tools that know nothing else of the API.
Last changed on ${new Date().toISOString().slice(0, 10)} by \`pnpm compat --write\`; try one again with \`pnpm compat NAME\`.

${tried.length - failing.length} of ${tried.length} setups work.${failing.length > 0 ? ' The others are listed at the end, with what was seen.' : ''}

${tables.join('\n\n')}
${failing.length > 0 ? `\n## What fails\n\n${failing.join('\n')}\n` : ''}
React Native and Electron are untried. Electron's main process is Node, and its windows are Chromium.

A CommonJS program that type-checks with \`skipLibCheck: false\` needs \`moduleResolution: bundler\`, or \`nodenext\` of TypeScript 5.9 or later, to import
\`@issue-tracking/mock/msw\`: MSW 3 has no types for CommonJS.
`;
}

/** Returns the lines of a page by the setup that they begin with. */
function linesOf(page: string, beginning: RegExp): Map<string, string> {
  return new Map(
    page.split('\n').flatMap((line): [string, string][] => {
      const name = beginning.exec(line)?.[1];
      return name ? [[name, line]] : [];
    }),
  );
}

function tableOf(tried: readonly Setup[], results: ReadonlyMap<string, string>): string {
  const lines = tried.flatMap(({ name }) => results.get(name) ?? []);
  return ['| Name | Setup | Versions | | |', '| --- | --- | --- | --- | --- |', ...lines].join('\n');
}

function lineOf({ setup, versions, works, passed, cases }: Row): string {
  const result = works ? `✓ ${passed} cases` : `✗ ${passed} of ${cases || '?'}`;
  return `| \`${setup.name}\` | ${setup.title} | ${versions.join(', ')} | ${result} | ${setup.note ?? ''} |`;
}

function failureOf({ setup, problem = '' }: Row): string {
  // Prefer the line of a failed case, then a line with an error. Leave out paths of the temporary project.
  const lines = problem.split('\n').map((line) => line.trim());
  const line =
    lines.find((one) => one.startsWith('SMOKE failed')) ?? lines.find((one) => /error/i.test(one)) ?? lines[0];
  const text = (line ?? '').replaceAll(/(?:file:\/\/)?\/tmp\/[^\s/]+\//g, '').slice(0, 200);
  return `- \`${setup.name}\`: ${setup.note ? `${setup.note}. ` : ''}\`${text.replaceAll('`', "'")}\``;
}
