import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { docs } from './paths.ts';

interface Group {
  text: string;
  /** Below `docs/`, without `.md`, in the order in which readers need them. */
  pages: readonly string[];
}

export const groups: readonly Group[] = [
  { text: 'Start', pages: ['start/call-the-api', 'start/test-your-code', 'start/build-a-front-end', 'playground'] },
  {
    text: 'Client',
    pages: [
      'client/address-and-key',
      'client/pagination',
      'client/errors-and-retries',
      'client/cancel',
      'client/rate-limits',
      'client/credentials',
      'client/types',
      'client/observability',
    ],
  },
  {
    text: 'Mock',
    pages: ['mock/in-tests', 'mock/faults', 'mock/server', 'mock/panel', 'mock/compare-with-your-service'],
  },
  {
    text: 'Recipes',
    pages: [
      'recipes/agents',
      'recipes/ci',
      'recipes/export',
      'recipes/changes',
      'recipes/test-runners',
      'recipes/playwright',
      'recipes/data-fetching',
      'recipes/storybook',
      'recipes/nextjs',
      'recipes/servers',
      'recipes/serverless',
    ],
  },
  {
    text: 'Reference',
    pages: [
      'reference/endpoints',
      'reference/errors',
      'reference/behavior',
      'reference/command-line',
      'reference/control-api',
      'reference/openapi',
      'reference/api/index',
      'reference/troubleshooting',
      'reference/support',
      'reference/promises',
      'reference/comparison',
    ],
  },
];

/** Returns the sidebar, in which each page has the title of its heading. */
export function sidebar(has = (_page: string) => true): DefaultTheme.SidebarItem[] {
  return groups.map(({ text, pages }) => ({
    text,
    collapsed: false,
    items: pages.filter(has).map((page) => ({ text: titleOf(page), link: `/${page.replace(/(^|\/)index$/, '$1')}` })),
  }));
}

/** Titles of pages whose heading is too long for a sidebar, and of generated pages. */
const short: Record<string, string> = {
  playground: 'Playground',
  'reference/openapi': 'OpenAPI',
  'reference/api/index': 'API',
};

function titleOf(page: string): string {
  if (short[page]) return short[page];
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(docs, `${page}.md`), 'utf8')) ?? [];
  if (!title) throw new Error(`docs/${page}.md has no heading`);
  return title.replaceAll('`', '');
}
