/**
 * Edits, builds and starts the application of `docs/recipes/nextjs.md`, made by create-next-app; the working directory is its folder.
 * The doc-test of the page has run before. It opens the application with one mock for both sides, then with a mock in the page.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { findChromium } from '../../testing/chromium.ts';
import { runCases } from '../smoke/smoke.js';
import { addressOf } from './address-of.ts';
import { findMockInBuild } from './mock-in-build.ts';

const next = ['node_modules/next/dist/bin/next'];
const mock = start(['node_modules/@issue-tracking/mock/dist/cli.js', '--port', '0']);
const service = { ISSUE_TRACKING_BASE_URL: await addressOf(mock), ISSUE_TRACKING_API_KEY: 'svc_acme_demo' };
const browser = await chromium.launch(await findChromium());
const issue = 'White page after the release';

const failed = await runCases([
  [
    'a production build has nothing of the mock',
    async () => {
      // The output of `next dev` and the cache of `next build` aren't deployed.
      const found = findMockInBuild('.next', '.', ['dev/**', 'cache/**']);
      if (found.length > 0) throw new Error(`${found.length} texts of the mock: ${found.slice(0, 3).join(', ')}`);
    },
  ],
  [
    'the production build responds with issues of the service, in a component and a route, and has no token for a page',
    async () => {
      const production = start([...next, 'start', '--port', '0'], service);
      const url = await addressOf(production);
      for (const path of ['/', '/api/issues']) {
        const text = await (await fetch(url + path)).text();
        if (!text.includes(issue)) throw new Error(`${path} has no issue: ${text.slice(0, 500)}`);
      }
      const { status } = await fetch(`${url}/token`);
      if (status !== 401) throw new Error(`/token responds with ${status}`);
      await end(production);
    },
  ],
  [
    'an edit of the mock in the page loads the page again, and so does taking it back',
    async () => {
      const file = 'app/mock.ts';
      const code = readFileSync(file, 'utf8');
      const development = start([...next, 'dev', '--port', '0'], service);
      await using page = await browser.newPage();
      await page.goto(await addressOf(development));
      await page.getByText('3 in progress').waitFor();
      writeFileSync(file, `${code}\nmock.faults.add({ endpoint: 'issues.list', status: 403, times: null });\n`);
      await page.getByText('403').waitFor();
      writeFileSync(file, code);
      await page.getByText('3 in progress').waitFor();
      await end(development);
    },
  ],
]);
await browser.close();
await end(mock);
process.exit(failed);

function start(command: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, command, { env: { ...process.env, ...env } });
}

async function end(server: ChildProcess): Promise<void> {
  server.kill();
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
}
