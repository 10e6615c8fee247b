import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { gathered } from '../paths.ts';

const folder = join(gathered, 'reference/api');

/** The sidebar of the reference: entry points, and in each its names by their kind. */
export function apiSidebar(): DefaultTheme.SidebarItem[] {
  return [
    { text: 'All guides', link: '/reference/endpoints' },
    ...globSync('@issue-tracking/**/index.md', { cwd: folder })
      .map((file) => file.replace(/\/index\.md$/, ''))
      .sort()
      .map((entry) => ({
        text: entry.replace(/^@issue-tracking\//, '').replace(/\/index$/, ''),
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
