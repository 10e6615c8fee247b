import { setups } from '../setups.ts';
import type { Row } from './row.ts';

/** The last result of a setup. */
export interface Result {
  readonly versions: readonly string[];
  readonly works: boolean;
  /** What was seen of a failure. */
  readonly problem?: string;
}

/** The last result of each setup, by its name: `results.json`. */
export type Results = Readonly<Record<string, Result>>;

/** Names of tools, where the package that brings them has another one. */
const toolNames: Record<string, string> = {
  node22: 'Node',
  node24: 'Node',
  node26: 'Node',
  node: 'Node',
  undici: 'Node behind a proxy',
  '@oven/bun-linux-x64': 'Bun',
  '@deno/linux-x64-glibc': 'Deno',
  miniflare: 'Cloudflare Workers',
  'playwright-core': 'Chromium: page, worker, strict CSP',
};

/** Returns the results with those of a run. Setups that were not run keep theirs; those that are gone lose them. */
export function withRows(previous: Results, rows: readonly Row[]): Results {
  const ran = Object.fromEntries(rows.map((row) => [row.setup.name, resultOf(row)]));
  return Object.fromEntries(
    setups.flatMap(({ name }) => {
      const result = ran[name] ?? previous[name];
      return result ? [[name, result]] : [];
    }),
  );
}

/** Returns `docs/reference/support.md`: a row for each tool, with all versions that were tried. */
export function supportPage(results: Results): string {
  const tried = setups.flatMap((setup) => {
    const result = results[setup.name];
    return result ? [{ setup, ...result }] : [];
  });
  const failing = tried.filter(({ works }) => !works);
  // The repository's own examples are no tools.
  const tools = Map.groupBy(
    tried.filter(({ setup }) => setup.group !== 'Examples'),
    ({ setup, versions: [version] }) => (version === undefined ? `\`${setup.name}\`` : toolOf(version)),
  );
  const rows = [...tools].map(([tool, found]) => {
    const all = new Set(found.flatMap((each) => each.versions));
    const own = new Set(found.map(({ versions: [version = ''] }) => version));
    const others = [...new Set([...all].filter((one) => !own.has(one)).map(nameOf))].sort();
    const notes = new Set(found.flatMap(({ setup, works }) => (works && setup.note ? [setup.note] : [])));
    const remarks = [...(others.length > 0 ? [`also with ${others.join(', ')}`] : []), ...notes].join('; ');
    const working = found.filter(({ works }) => works).length;
    return `| ${tool} | ${[...own].map(numberOf).join(', ')} | ${working} of ${found.length} | ${remarks} |`;
  });
  return `# Where it works

<!-- Written by \`pnpm compat --write\`. -->

The packages need Node 22.18 or later; Node 20 is too old.

<!-- search: node 20, node version, bundle size, tree shaking, ESM, CommonJS -->

In fresh projects with the packed packages the same cases ran: list, iterate, context, comment, update, retry, rate limit, abort and errors of
the client; interception, \`fetch\`, faults and clock of the mock. OpenAPI tools took the published
\`@issue-tracking/model/openapi.json\`, and know nothing else of the API.

| Tool | Versions | Setups that work | |
| --- | --- | --- | --- |
${rows.join('\n')}
${failing.length > 0 ? `\n## What fails\n\n${failing.map(({ setup, problem }) => `- \`${setup.name}\`: ${problem}`).join('\n')}\n` : ''}
All of this ran on Linux. React Native, Electron and Windows are untried. Electron's main process is Node, and its windows are Chromium. On Windows,
\`issue-tracking-mock -- npm test\` starts npm, npx and other \`.cmd\` files as \`cross-spawn\` does, and ends them without a signal that they could handle.

A CommonJS program that type-checks with \`skipLibCheck: false\` needs \`moduleResolution: bundler\`, or \`nodenext\` of TypeScript 5.9 or later, to import
\`@issue-tracking/mock/msw\`: MSW 3 has no types for CommonJS.
`;
}

/** Returns `jest` of `jest 30.5.2`. */
function nameOf(version: string): string {
  return version.slice(0, version.lastIndexOf(' '));
}

function numberOf(version: string): string {
  return version.slice(version.lastIndexOf(' ') + 1);
}

function toolOf(version: string): string {
  const name = nameOf(version);
  return toolNames[name] ?? `\`${name}\``;
}

function resultOf({ setup, versions, works, problem = '' }: Row): Result {
  if (works) return { versions, works };
  // Prefer the line of a failed case, then a line with an error. Leave out paths of the temporary project.
  const lines = problem.split('\n').map((line) => line.trim());
  const line =
    lines.find((one) => one.startsWith('SMOKE failed')) ?? lines.find((one) => /error/i.test(one)) ?? lines[0];
  const text = (line ?? '').replaceAll(/(?:file:\/\/)?\/tmp\/[^\s/]+\//g, '').slice(0, 200);
  return { versions, works, problem: `${setup.note ? `${setup.note}. ` : ''}\`${text.replaceAll('`', "'")}\`` };
}
