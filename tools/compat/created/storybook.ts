/**
 * Tests the stories of the project that `docs/recipes/storybook.md` creates, and builds its Storybook and its application.
 * The working directory is the project's folder. `compat` has followed the page before it runs this program.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { chromium } from 'playwright';
import { runCommand } from '../../project/command.ts';
import { findChromium } from '../../testing/chromium.ts';
import { runCases } from '../smoke/smoke.js';
import { findMockInBuild } from './mock-in-build.ts';

const env = { STORYBOOK_DISABLE_TELEMETRY: '1', PLAYWRIGHT_BROWSERS_PATH: await makeBrowsers('browsers') };

const failed = await runCases([
  [
    'stories are tests, by @storybook/addon-vitest as the initializer has set it up',
    async () => {
      const output = await run('npx', 'vitest', 'run');
      // The page adds one file of stories, the initializer several.
      const [, files = ''] = /Test Files +(\d+) passed/.exec(output) ?? [];
      if (!output.includes('open-issues.stories.tsx') || Number(files) < 2) throw new Error(output);
    },
  ],
  [
    'the built Storybook has the worker script',
    async () => {
      await run('npm', 'run', 'build-storybook');
      if (!existsSync('storybook-static/mockServiceWorker.js')) throw new Error('The script is missing');
    },
  ],
  [
    "the application's types are right, and its production build has nothing of the mock",
    async () => {
      // Storybook's samples have unused imports, which the configuration of create-vite reports as errors.
      rmSync('src/stories', { recursive: true });
      await run('npm', 'run', 'build');
      const found = findMockInBuild('dist', '.');
      if (found.length > 0) throw new Error(`${found.length} texts of the mock: ${found.slice(0, 3).join(', ')}`);
    },
  ],
]);
process.exit(failed);

async function run(...command: string[]): Promise<string> {
  const { code, output } = await runCommand(command, { cwd: process.cwd(), env });
  if (code !== 0) throw new Error(output);
  return output;
}

/** Makes a folder in which the application's Playwright finds the Chromium of this machine. Its own is not downloaded. */
async function makeBrowsers(folder: string): Promise<string> {
  const { executablePath = chromium.executablePath(), args = [] } = (await findChromium()) ?? {};
  const { browsers } = JSON.parse(readFileSync('node_modules/playwright-core/browsers.json', 'utf8'));
  const { revision } = browsers.find(({ name }: { name: string }) => name === 'chromium-headless-shell');
  const path = join('chrome-headless-shell-linux64', 'chrome-headless-shell');
  const program = resolve(folder, `chromium_headless_shell-${revision}`, path);
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(program, `#!/bin/sh\nexec '${executablePath}' ${args.join(' ')} "$@"\n`);
  chmodSync(program, 0o755);
  return resolve(folder);
}
