import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { docs } from '../paths.ts';

const folder = join(docs, 'reference/api');
/** Packages in the order of the sidebar: the most read first. */
const packages = ['sdk', 'mock', 'model'];

/** Returns the sidebar of the API pages: entry points, each with its names by kind. */
export function apiSidebar(): DefaultTheme.SidebarItem[] {
  const entries = globSync('@issue-tracking/**/index.md', { cwd: folder }).map((file) =>
    file.replaceAll('\\', '/').replace(/\/index\.md$/, ''),
  );
  const rank = (entry: string) => packages.indexOf(entry.split('/')[1] ?? '');
  return [
    { text: 'All pages', link: '/reference/endpoints' },
    ...entries
      .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
      .map((entry) => ({
        text: entry.replace('@issue-tracking/', ''),
        collapsed: true,
        link: `/reference/api/${entry}/`,
        items: ['classes', 'functions', 'interfaces', 'type-aliases', 'variables']
          .filter((kind) => existsSync(join(folder, entry, kind)))
          .flatMap((kind) =>
            globSync('*.md', { cwd: join(folder, entry, kind) })
              .sort()
              .map((file) => ({
                text: basename(file, '.md'),
                link: `/reference/api/${entry}/${kind}/${basename(file, '.md')}`,
              })),
          ),
      })),
  ];
}
