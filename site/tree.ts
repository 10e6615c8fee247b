import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';

/** One page: where it is on the site, and the file of the repository that it is made from. */
export interface Page {
  /** As it is called in the sidebar. */
  text: string;
  /** Path on the site without an ending, such as `client/pagination`. */
  path: string;
  /** From the root of the repository. A page that is made by a script has none. */
  source?: string;
}

export interface Group {
  text: string;
  pages: Page[];
  /** Closed until a reader opens it, or is on one of its pages. */
  collapsed?: boolean;
}

const guides = (folder: string, texts: Record<string, string>): Page[] =>
  Object.entries(texts).map(([name, text]) => ({
    text,
    path: `${folder}/${name}`,
    source: `docs/guides/${name}.md`,
  }));

/** The whole tree. A page whose source does not exist yet is left out, and comes in by itself with its file. */
export const tree: Group[] = [
  {
    text: 'Start',
    pages: [
      { text: 'Call the API', path: 'start/call-the-api', source: 'docs/start/call-the-api.md' },
      { text: 'Test your code', path: 'start/test-your-code', source: 'docs/start/test-your-code.md' },
      { text: 'Build a front end', path: 'start/build-a-front-end', source: 'docs/start/build-a-front-end.md' },
      { text: 'Playground', path: 'playground', source: 'site/pages/playground.md' },
    ],
  },
  {
    text: 'Client',
    pages: [
      { text: 'Overview and options', path: 'client/overview', source: 'packages/sdk/README.md' },
      ...guides('client', {
        pagination: 'Pagination',
        'errors-and-retries': 'Errors and retries',
        'rate-limits': 'Rate limits',
        'many-processes': 'Many processes',
        credentials: 'Credentials',
        'several-organizations': 'Several organizations',
        drift: 'Drift, unknown paths',
        observability: 'Observability',
        browser: 'Browsers',
        workers: 'Workers',
        proxies: 'Proxies',
      }),
    ],
  },
  {
    text: 'Mock',
    pages: [
      { text: 'Overview and entries', path: 'mock/overview', source: 'packages/mock/README.md' },
      ...guides('mock', {
        mock: 'Test with the mock',
        faults: 'Faults',
        expectations: 'Expectations',
        'undescribed-endpoints': 'Undescribed endpoints',
        'mock-server': 'The mock over HTTP',
        'keep-the-state': 'Keep the state',
        panel: 'The panel',
      }),
    ],
  },
  {
    text: 'Recipes',
    collapsed: true,
    pages: guides('recipes', {
      vitest: 'Vitest',
      jest: 'Jest',
      'test-runners': 'Other test runners',
      playwright: 'Playwright',
      cypress: 'Cypress',
      storybook: 'Storybook',
      'front-end': 'React and Vue',
      'tanstack-query': 'TanStack Query',
      swr: 'SWR',
      nextjs: 'Next.js',
      express: 'Express',
      'agents-and-ci': 'Agents and CI jobs',
      'github-actions': 'GitHub Actions',
      python: 'Python',
      docker: 'Docker',
      'other-languages': 'Python, Docker, others',
    }),
  },
  {
    text: 'Is the mock true?',
    pages: [
      ...guides('trust', { 'is-the-mock-true': 'Measure it yourself' }),
      { text: 'The command', path: 'trust/command', source: 'packages/cli/README.md' },
    ],
  },
  {
    text: 'Reference',
    collapsed: true,
    pages: [
      { text: 'Endpoints', path: 'reference/endpoints', source: 'docs/endpoints.md' },
      { text: 'OpenAPI', path: 'reference/openapi' },
      { text: 'API', path: 'reference/api/index' },
      { text: 'Errors', path: 'reference/errors', source: 'docs/errors.md' },
      { text: 'Command line', path: 'reference/command-line', source: 'docs/reference/command-line.md' },
      { text: 'Schemas', path: 'reference/model', source: 'packages/model/README.md' },
      { text: 'Unspecified behaviour', path: 'reference/readings', source: 'docs/guides/readings.md' },
    ],
  },
  {
    text: 'Project',
    collapsed: true,
    pages: [
      { text: 'Where it works', path: 'project/support', source: 'docs/support.md' },
      { text: 'Security', path: 'project/security', source: 'SECURITY.md' },
      { text: 'Versions and policies', path: 'project/policies', source: 'docs/policies.md' },
      { text: 'Promises', path: 'project/promises', source: 'docs/promises.md' },
      { text: 'Beside its peers', path: 'project/comparison', source: 'docs/comparison.md' },
      { text: 'Benchmarks', path: 'project/benchmarks', source: 'tools/bench/README.md' },
      { text: 'Questions', path: 'project/faq', source: 'docs/faq.md' },
      { text: 'Troubleshooting', path: 'project/troubleshooting', source: 'docs/troubleshooting.md' },
      { text: 'Changelog', path: 'project/changelog' },
      { text: 'Architecture', path: 'project/architecture', source: 'docs/contributing/architecture.md' },
      { text: 'Rules and gaps', path: 'project/rules', source: 'docs/contributing/rules.md' },
      { text: 'Contributing', path: 'project/contributing', source: 'CONTRIBUTING.md' },
      { text: 'Maintaining', path: 'project/maintaining', source: 'MAINTAINING.md' },
      { text: 'What verify finds', path: 'project/verify', source: 'docs/contributing/verify.md' },
      { text: 'Mutation testing', path: 'project/mutation-testing', source: 'docs/contributing/mutation-testing.md' },
      { text: 'Decisions', path: 'project/decisions/index' },
    ],
  },
]
  .map((group) => ({ ...group, pages: group.pages.filter(exists) }))
  .filter(({ pages }) => pages.length > 0);

function exists({ source }: Page): boolean {
  return source === undefined || existsSync(join(root, source));
}
