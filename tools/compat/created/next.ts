/**
 * Starts the application of `docs/recipes/nextjs.md`, made by create-next-app; the working directory is its folder. The doc-test
 * of the page has run before: it opens the application in development, and builds it. Then it gets a mock in its page, as
 * `docs/start/build-a-front-end.md` says.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { runCommand } from '../../project/command.ts';
import { findChromium } from '../../testing/chromium.ts';
import { runCases } from '../smoke/smoke.js';
import { addressOf } from './address-of.ts';
import { findMockInBuild } from './mock-in-build.ts';

// Next.js fails or waits without Google's servers.
const fonts = { NEXT_FONT_GOOGLE_MOCKED_RESPONSES: join(import.meta.dirname, '../../doc-test/google-fonts.cjs') };
const next = ['node_modules/next/dist/bin/next'];
const mock = start(['node_modules/@issue-tracking/mock/dist/cli.js', '--port', '0']);
const service = { ISSUE_TRACKING_BASE_URL: await addressOf(mock), ISSUE_TRACKING_API_KEY: 'svc_acme_demo' };
const browser = await chromium.launch(await findChromium());
const issue = 'White page after the release';

const mockFile = 'app/mock.ts';
const mockCode = `
import { createMock } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import { startMock } from '@issue-tracking/mock/msw';

const mock = createMock({ baseUrl: '*', world: demoWorld() });
await startMock(mock, { onUnhandledFrame: 'bypass', quiet: true });
export const token = 'oat_mara_demo';
import.meta.turbopackHot?.dispose(() => location.reload());
`;
const tokenFile = 'app/access-token.ts';
const tokenCode = `
export async function accessToken(): Promise<string> {
  if (process.env.NODE_ENV === 'development') return (await import('./mock')).token;
  return await (await fetch('/token')).text();
}
`;

const failed = await runCases([
  [
    'in the production build, all visits of a page together send one request, and a page has no token without a login',
    async () => {
      const production = start([...next, 'start', '--port', '0'], service);
      const url = await addressOf(production);
      for (let visit = 1; visit <= 3; visit++) await expectText(url, issue);
      const { length } = await control('requests.all', {});
      if (length !== 1) throw new Error(`expected 1 request, found ${length}`);
      const { status } = await fetch(`${url}/token`);
      if (status !== 401) throw new Error(`/token responds with ${status}`);
      await end(production);
    },
  ],
  [
    'in the production build, errors become a page that says it is missing, a state of the action, and error.tsx with a digest',
    async () => {
      const production = start([...next, 'start', '--port', '0'], service);
      const url = await addressOf(production);
      await using page = await browser.newPage();
      for (const missing of ['9999', 'abc']) {
        await page.goto(`${url}/issues/${missing}`);
        await page.getByText('could not be found').waitFor();
      }
      await page.goto(url);
      await control('faults.add', { endpoint: 'issues.update', status: 404 });
      await page.getByText('Take #33').click();
      await page.getByText('It no longer exists').waitFor();
      await control('faults.add', { endpoint: 'issues.get', status: 403 });
      await page.goto(`${url}/issues/31`);
      await page.getByText(/^Failed \(\d+\)/).waitFor();
      await end(production);
    },
  ],
  [
    'an edit of a mock in the page loads the page again, and so does taking it back',
    async () => {
      for (const command of [
        ['npm', 'install', '--save-dev', 'msw'],
        ['npx', 'msw', 'init', 'public', '--save'],
      ])
        await run(...command);
      writeFileSync(mockFile, mockCode);
      writeFileSync(tokenFile, tokenCode);
      const development = start([...next, 'dev', '--port', '0'], service);
      await using page = await browser.newPage();
      await page.goto(await addressOf(development));
      await page.getByText('3 in progress').waitFor();
      writeFileSync(mockFile, `${mockCode}mock.faults.add({ endpoint: 'issues.list', status: 403, times: null });\n`);
      await page.getByText('403').waitFor();
      writeFileSync(mockFile, mockCode);
      await page.getByText('3 in progress').waitFor();
      await end(development);
    },
  ],
  [
    'a production build has nothing of the mock in the page',
    async () => {
      await run('npm', 'run', 'build');
      // The output of `next dev` and the cache of `next build` aren't deployed.
      const found = findMockInBuild('.next', '.', ['dev/**', 'cache/**']);
      if (found.length > 0) throw new Error(`${found.length} texts of the mock: ${found.slice(0, 3).join(', ')}`);
    },
  ],
]);
await browser.close();
await end(mock);
process.exit(failed);

async function run(...command: string[]): Promise<void> {
  const { code, output } = await runCommand(command, { cwd: process.cwd(), env: fonts });
  if (code !== 0) throw new Error(output);
}

/** Calls a method of the mock's control API. */
async function control(method: string, input: object) {
  const body = JSON.stringify(input);
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${service.ISSUE_TRACKING_BASE_URL}/__mock/${method}`, {
    method: 'POST',
    headers,
    body,
  });
  if (!response.ok) throw new Error(await response.text());
  return await response.json();
}

async function expectText(url: string, expected: string): Promise<void> {
  const text = await (await fetch(url)).text();
  if (!text.includes(expected)) throw new Error(`${url} has no "${expected}": ${text.slice(0, 500)}`);
}

function start(command: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, command, { env: { ...process.env, ...fonts, ...env } });
}

async function end(server: ChildProcess): Promise<void> {
  server.kill();
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
}
