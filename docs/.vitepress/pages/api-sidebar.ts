import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { docs } from '../paths.ts';

const folder = join(docs, 'reference/api');
/** Packages in the order of the sidebar: the most read first. */
const packages = ['sdk', 'mock', 'model'];

/** Returns the modules that have API pages, by their imports: `@issue-tracking/sdk/redis`. */
export function apiModules(): string[] {
  const rank = (name: string) => packages.indexOf(name.split('/')[1] ?? '');
  return globSync('@issue-tracking/**/index.md', { cwd: folder })
    .map((file) => file.replaceAll('\\', '/').replace(/\/index\.md$/, ''))
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

/** Returns the sidebar of the API pages: modules, each with its names by kind. */
export function apiSidebar(): DefaultTheme.SidebarItem[] {
  return [
    { text: 'All pages', link: '/reference/endpoints' },
    ...apiModules().map((entry) => ({
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
