import { randomInt } from 'node:crypto';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { msw } from 'msw/vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { writeSnippets } from './tools/doc-test/snippets.ts';
import { limits } from './tools/testing/patience.ts';
import { chromium, requirements } from './tools/testing/requirements.ts';
import RunSummary from './tools/testing/run-summary.ts';

/** Tests run on the TypeScript sources of the workspace's packages, never on `dist`. */
const conditions = ['@issue-tracking/source', 'module', 'development|production'];
const nodeConditions = [...conditions, 'node'];
const browserConditions = [...conditions, 'browser'];

// The code of README and guides is run like any other test.
writeSnippets();

const places = '{packages,examples}/*/{src,panel,test}/**';
const browserTests = `${places}/*.browser.test.{ts,tsx}`;
const storyTests = 'packages/mock/src/storybook/*.browser.test.ts';
/** What takes long and has no short form. */
const longTests = '{packages,examples,docs}/**/*.long.test.ts';
/** Tests that can't say in themselves that they need a Chromium. */
const needChromium = [browserTests, 'examples/{playwright-page,triage-board}/test/*.test.ts'];
/** Tests with a DOM in Node. Another environment needs another process. */
const domTests = ['examples/vitest-suite/src/use-issues.test.ts', 'examples/triage-board/test/stories-in-node.test.ts'];
const leftOut = ['**/node_modules/**', '**/dist/**', ...(chromium ? [] : needChromium)];

const inNode = { resolve: { conditions: nodeConditions }, ssr: { resolve: { conditions: nodeConditions } } };

/** What is imported stays for the next file, which saves half of the time. */
export const node = {
  ...inNode,
  test: {
    ...limits,
    name: 'node',
    isolate: false,
    include: [`${places}/*.test.ts`, 'tools/*/*.test.ts', 'docs/*.test.ts', 'docs/.snippets/**/*.test.{ts,mts}'],
    exclude: [...leftOut, ...domTests, browserTests, longTests],
    globalSetup: ['tools/testing/bundle-programs.ts'],
    setupFiles: ['tools/testing/setup.ts'],
    // The examples know no more of where to find it.
    env: { CHROMIUM: JSON.stringify(chromium ?? {}) },
  },
} satisfies TestProjectInlineConfiguration;

/** By their name they run before those of Node: among them, each would end the process that has loaded what they need. */
const dom: TestProjectInlineConfiguration = {
  ...inNode,
  // They start no programs.
  test: { ...node.test, name: 'dom-in-node', include: domTests, exclude: leftOut, globalSetup: [] },
};

/** Only in the long run. */
const long: TestProjectInlineConfiguration = {
  ...inNode,
  test: { ...node.test, name: 'node-long', include: [longTests], exclude: leftOut },
};

const browser: TestProjectInlineConfiguration = {
  resolve: { conditions: browserConditions },
  // Serves mockServiceWorker.js.
  plugins: [msw({ mode: 'worker-only' })],
  // Found late, it would reload the tests.
  optimizeDeps: { include: ['fast-check', '@issue-tracking/mock > axe-core'] },
  test: {
    ...limits,
    name: 'browser',
    // As in Node: all files of an instance share one frame.
    isolate: false,
    include: [browserTests],
    setupFiles: ['tools/testing/setup.ts'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: chromium ?? {} }),
      // Pages of one context share one service worker, which goes when the last page with it is closed: each file that
      // starts one has a context of its own.
      instances: [
        { browser: 'chromium', name: 'browser', exclude: [storyTests] },
        { browser: 'chromium', name: 'browser-stories', include: [storyTests] },
      ],
    },
  },
};

/** `pnpm test:long` is `--mode long`: the same tests, with more seeds and others each time, and those that take long. */
export default defineConfig(({ mode }) => {
  const isLong = mode === 'long';
  // This file is read for each project: all of them have the seed that the first reading drew.
  const { SEED = isLong ? String(randomInt(2 ** 31)) : '1', TEST_RESULTS } = process.env;
  process.env['SEED'] = SEED;
  const withoutChromium = chromium ? [] : globSync(needChromium, { exclude: ['**/node_modules/**'] });
  return {
    test: {
      // By default it leaves one core to others. Here one worker often waits for a process or a browser.
      maxWorkers: availableParallelism() + 1,
      // Processes that tests start compile the same sources again and again.
      env: { SEED, NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compile') },
      tags: requirements,
      // Warnings that a test provokes are its subject: only a failed test shows them.
      silent: 'passed-only',
      projects: [node, dom, ...(isLong ? [long] : []), ...(chromium ? [browser] : [])],
      reporters: [
        'default',
        new RunSummary({ withoutChromium, seed: isLong ? SEED : undefined }),
        ...(TEST_RESULTS ? ['json'] : []),
      ],
      outputFile: { json: TEST_RESULTS ?? '' },
      coverage: {
        include: ['packages/*/src/**/*.ts'],
        exclude: ['**/*.test.ts', '**/*.test-d.ts'],
      },
    },
  };
});
