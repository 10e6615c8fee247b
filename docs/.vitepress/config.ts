import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformerTwoslash } from '@shikijs/vitepress-twoslash';
import { createFileSystemTypesCache } from '@shikijs/vitepress-twoslash/cache-fs';
import { defineConfig, type MarkdownEnv } from 'vitepress';
import llmstxt from 'vitepress-plugin-llms';
import { apiSidebar } from './pages/api-sidebar.ts';
import { inlineCode, slugify } from './pages/markdown.ts';
import { setPageHead } from './pages/page-head.ts';
import { tables } from './pages/tables.ts';
import { transformPage } from './pages/transform.ts';
import { base, codeHost, dist, docs } from './paths.ts';
import { search } from './search.ts';
import { sidebar } from './sidebar.ts';

export default defineConfig({
  title: 'Issue Tracking',
  description: 'A typed TypeScript client for the Issue Tracking Public API v1, and a mock of the whole service',
  lang: 'en',
  base,
  outDir: dist,
  // Prefetching the links of the landing page would load 150 kB.
  router: { prefetchLinks: false },
  // For contributors, who read these pages on the code host.
  srcExclude: ['README.md', 'contributing/**', '.snippets/**', 'node_modules/**'],
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}logo.svg` }],
    ['meta', { name: 'color-scheme', content: 'light dark' }],
  ],
  transformPageData: setPageHead,
  markdown: {
    config(markdown) {
      markdown.core.ruler.before('normalize', 'site', (state) => {
        // Titles are rendered too, without a path.
        const { relativePath: path, forSearch }: Partial<MarkdownEnv> & { forSearch?: boolean } = state.env;
        if (path && !path.startsWith('reference/api/'))
          state.src = transformPage(state.src, `docs/${path}`, { hovers: !forSearch });
      });
      markdown.renderer.rules.code_inline = (tokens, index) => inlineCode(tokens[index]?.content ?? '');
      tables(markdown);
    },
    anchor: { slugify },
    headers: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
    // Languages of docstrings, which hovers show.
    languages: ['ts', 'tsx', 'js', 'jsx', 'vue', 'svelte', 'json', 'sh', 'html', 'http', 'yaml', 'diff'],
    codeTransformers: [
      transformerTwoslash({
        typesCache: createFileSystemTypesCache({ dir: join(import.meta.dirname, 'cache/twoslash') }),
        twoslashOptions: {
          // Resolve packages from docs/, as its snippets do.
          vfsRoot: docs,
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
    // The size keeps the title beside it from moving when the logo loads.
    logo: { src: '/logo.svg', width: 24, height: 24 },
    nav: [
      { text: 'Start', link: '/start/call-the-api', activeMatch: '^/start/' },
      { text: 'Client', link: '/client/address-and-key', activeMatch: '^/client/' },
      { text: 'Mock', link: '/mock/in-tests', activeMatch: '^/mock/' },
      { text: 'Recipes', link: '/recipes/agents', activeMatch: '^/recipes/' },
      { text: 'Reference', link: '/reference/endpoints', activeMatch: '^/reference/' },
      { text: 'Playground', link: '/playground' },
    ],
    sidebar: { '/reference/api/': apiSidebar(), '/': sidebar() },
    outline: [2, 3],
    search,
    socialLinks: [{ icon: 'github', link: codeHost }],
    editLink: { pattern: `${codeHost}/edit/main/docs/:path`, text: 'Edit this page' },
    footer: { message: 'MIT licensed.' },
    externalLinkIcon: true,
  },
  vite: {
    plugins: [
      llmstxt({
        title: 'Issue Tracking SDK and mock',
        sidebar: sidebar((page) => !['playground', 'reference/api/index'].includes(page)),
        // Editors show the API in hovers.
        ignoreFiles: [
          'reference/api/**',
          'playground.md',
          'README.md',
          'contributing/**',
          '.snippets/**',
          'node_modules/**',
        ],
      }),
    ],
    build: { chunkSizeWarningLimit: 4000 },
  },
  buildEnd() {
    copyFileSync(join(docs, 'openapi.json'), join(dist, 'openapi.json'));
  },
});
