import { join } from 'node:path';
import { transformerTwoslash } from '@shikijs/vitepress-twoslash';
import { createFileSystemTypesCache } from '@shikijs/vitepress-twoslash/cache-fs';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { apiSidebar } from '../gather/api-sidebar.ts';
import { slugify } from '../gather/markdown.ts';
import { codeHost, dist, gathered, root, site } from '../paths.ts';
import { tree } from '../tree.ts';

const sidebar: DefaultTheme.SidebarItem[] = tree.map(({ text, pages, collapsed = false }) => ({
  text,
  collapsed,
  items: pages.map(({ text, path }) => ({ text, link: `/${path.replace(/(^|\/)index$/, '$1')}` })),
}));

const description = 'A typed TypeScript client for the Issue Tracking Public API v1, and a mock of the whole service';

export default defineConfig({
  title: 'Issue Tracking',
  description,
  lang: 'en',
  base: process.env['SITE_BASE'] ?? '/',
  srcDir: gathered,
  outDir: dist,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${process.env['SITE_BASE'] ?? '/'}logo.svg` }],
    ['meta', { name: 'color-scheme', content: 'light dark' }],
  ],
  metaChunk: true,
  markdown: {
    config(markdown) {
      // Braces in the text of code are no interpolation for Vue.
      const { code_inline: render } = markdown.renderer.rules;
      markdown.renderer.rules.code_inline = (...args) => render?.(...args).replace('<code', '<code v-pre') ?? '';
    },
    anchor: { slugify },
    headers: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
    // Those of docstrings, which hovers show.
    languages: ['ts', 'tsx', 'js', 'jsx', 'json', 'sh', 'html', 'http', 'yaml', 'diff'],
    codeTransformers: [
      transformerTwoslash({
        typesCache: createFileSystemTypesCache({ dir: join(site, '.vitepress/cache/twoslash') }),
        twoslashOptions: {
          // Snippets find the packages as those of docs/ do.
          vfsRoot: join(root, 'docs'),
          compilerOptions: {
            lib: [
              'lib.es2024.d.ts',
              'lib.esnext.disposable.d.ts',
              'lib.dom.d.ts',
              'lib.dom.iterable.d.ts',
              'lib.dom.asynciterable.d.ts',
            ],
            types: ['node'],
            customConditions: ['@issue-tracking/source'],
            allowImportingTsExtensions: true,
            noEmit: true,
            skipLibCheck: true,
            noUncheckedIndexedAccess: true,
            exactOptionalPropertyTypes: true,
          },
        },
      }),
    ],
  },
  themeConfig: {
    logo: '/logo.svg',
    nav: [
      { text: 'Start', link: '/start/call-the-api', activeMatch: '^/start/' },
      { text: 'Client', link: '/client/overview', activeMatch: '^/client/' },
      { text: 'Mock', link: '/mock/overview', activeMatch: '^/mock/' },
      { text: 'Recipes', link: '/recipes/vitest', activeMatch: '^/recipes/' },
      { text: 'Reference', link: '/reference/endpoints', activeMatch: '^/reference/' },
      { text: 'Playground', link: '/playground' },
    ],
    sidebar: { '/reference/api/': apiSidebar(), '/': sidebar },
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: codeHost }],
    editLink: {
      // Runs in the page: it may name nothing of this file.
      pattern: ({ frontmatter }) =>
        `https://github.com/issue-tracking/issue-tracking/edit/main/${frontmatter['source'] ?? ''}`,
      text: 'Edit this page',
    },
    footer: { message: 'MIT licensed.' },
    externalLinkIcon: true,
  },
  vite: {
    publicDir: join(gathered, 'public'),
    build: { chunkSizeWarningLimit: 4000 },
  },
});
