import { playwright } from '@vitest/browser-playwright';
import { msw } from 'msw/vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { writeSnippets } from './docs/snippets.ts';
import { findChromium } from './tools/test/chromium.ts';

/** Tests run on the TypeScript sources of the workspace's packages, never on `dist`. */
const conditions = ['@issue-tracking/source', 'module', 'development|production'];
const nodeConditions = [...conditions, 'node'];
const browserConditions = [...conditions, 'browser'];

// The code of README and guides is run like any other test.
writeSnippets();

const places = '{packages,examples}/*/{src,panel,test}/**';
const browserTests = `${places}/*.browser.test.{ts,tsx}`;
const storyTests = 'packages/mock/src/tools/storybook/*.browser.test.ts';

const chromium = await findChromium();

/** Nothing here takes seconds by itself, but a machine that is busy elsewhere does: what hangs is found all the same. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };

export const node: TestProjectInlineConfiguration = {
  resolve: { conditions: nodeConditions },
  ssr: { resolve: { conditions: nodeConditions } },
  test: {
    ...patience,
    name: 'node',
    include: [`${places}/*.test.ts`, 'tools/*/*.test.ts', 'docs/*.test.ts', 'docs/.snippets/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', browserTests],
    // The examples know no more of where to find it.
    env: { CHROMIUM: JSON.stringify(chromium ?? null) },
  },
};

const types: TestProjectInlineConfiguration = {
  resolve: { conditions: nodeConditions },
  test: {
    name: 'types',
    include: [],
    typecheck: {
      enabled: true,
      only: true,
      include: [`${places}/*.test-d.ts`],
      // Errors outside the type tests are `pnpm typecheck`'s to report.
      ignoreSourceErrors: true,
    },
  },
};

const projects = [node, types];

if (chromium) {
  projects.push({
    resolve: { conditions: browserConditions },
    // Serves mockServiceWorker.js.
    plugins: [msw({ mode: 'worker-only' })],
    // Found only when a test is already running, which would then be reloaded.
    optimizeDeps: { include: ['@issue-tracking/mock > @faker-js/faker/locale/en'] },
    test: {
      ...patience,
      name: 'browser',
      include: [browserTests],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({ launchOptions: chromium }),
        // Pages of one context share one service worker, which goes when the last page with it is closed: each file that
        // starts one has a context of its own.
        instances: [
          { browser: 'chromium', name: 'browser', exclude: [storyTests] },
          { browser: 'chromium', name: 'browser-stories', include: [storyTests] },
        ],
      },
    },
  });
} else {
  console.warn('\n⚠ SKIPPED: the browser tests. No Chromium here: install it, or set CHROMIUM_PATH.\n');
}

export default defineConfig({
  test: {
    projects,
    coverage: {
      include: ['packages/*/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.test-d.ts'],
    },
  },
});
