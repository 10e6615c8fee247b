/**
 * Takes the pictures of the panel in the guide, as `pnpm pictures` does. With a folder and `all`, writes a picture of every view
 * there, for review. Uses the system's fonts.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createMock, virtualClock } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import { chromium } from 'playwright';
import { serveHttp } from '../../packages/mock/src/tools/server/listen.ts';
import { serverLimits } from '../../packages/mock/src/tools/server/options.ts';
import { buildPanel } from '../build/panel.ts';
import { findChromium } from '../test/chromium.ts';

const [, , folderName = 'docs/images', only] = process.argv;
const target = resolve(folderName);
const launch = await findChromium();
if (!launch) throw new Error('No Chromium here: install it, or set CHROMIUM_PATH.');
const folder = await mkdtemp(join(tmpdir(), 'panel-'));
await buildPanel(folder);
const mock = createMock({
  world: demoWorld(),
  clock: virtualClock({ now: '2026-10-30T17:00:00.000Z', auto: false }),
});
const server = await serveHttp(mock, {}, serverLimits, `${folder}/`);
await useService();

/** Name, view, width and colour scheme of each picture. */
const pictures = [
  ['panel-requests', 'requests/12', 1280, 'light'],
  ['panel-requests-dark', 'requests/13', 1280, 'dark'],
  ['panel-failures', 'failures', 1280, 'light'],
  ['panel-data', 'data/prj_web/21/console', 1280, 'dark'],
  ['panel-time', 'time', 1280, 'light'],
  ['panel-access', 'access', 1280, 'light'],
  ['panel-snapshots', 'snapshots', 1280, 'dark'],
  ['panel-phone', 'requests', 390, 'light'],
  ['panel-phone-failures', 'failures', 390, 'dark'],
  ['panel-phone-data', 'data/prj_web/21', 390, 'light'],
] as const;
/** Pictures in the guide. */
const shown = ['panel-requests', 'panel-failures', 'panel-data', 'panel-phone'];

const browser = await chromium.launch(launch);
for (const [name, place, width, colorScheme] of pictures) {
  if (only ? !name.includes(only) && only !== 'all' : !shown.includes(name)) continue;
  const page = await browser.newPage({
    viewport: { width, height: 800 },
    colorScheme,
  });
  await page.goto(`${server.url}/__mock/ui/#/${place}`, { waitUntil: 'load' });
  await page.getByRole('main').waitFor();
  await page.waitForFunction(() => !document.body.innerText.includes('Reading the '));
  // Wait for the view's last responses: the page has already requested them, and draws them a frame later.
  await page.waitForTimeout(1000);
  await page.screenshot({ path: join(target, `${name}.png`) });
  await page.close();
  console.log(`${name}.png`);
}
await browser.close();
await server.close();
await rm(folder, { recursive: true });

/** Sends an application's requests of one minute, failures included. */
async function useService(): Promise<void> {
  const send = (method: string, path: string, body?: unknown, key = 'svc_acme_demo') =>
    fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => {});
  const issue = '/projects/prj_web/issues/21';
  const steps: (() => unknown)[] = [
    () => send('GET', '/projects'),
    () => send('GET', '/projects/prj_web/issues?status=open&limit=20'),
    () => send('GET', '/projects/prj_web/issues?status=open&limit=20&page=2'),
    () => send('GET', issue),
    () => send('GET', `${issue}/comments`),
    () => send('GET', `${issue}/console-logs?level=error`),
    () => send('GET', `${issue}/network-logs`),
    () => send('PATCH', issue, { status: 'in_progress' }),
    () => send('POST', `${issue}/comments`, { content: 'Codes of a second phone are accepted.' }),
    () => mock.faults.add({ endpoint: 'issues.list', status: 503 }),
    () => send('GET', '/projects/prj_web/issues?label=login'),
    () => send('GET', '/projects/prj_web/issue/21'),
    () => send('PATCH', issue, { status: 'verified' }),
    () => send('GET', '/projects', undefined, 'svc_acme_old'),
    () => mock.faults.add({ endpoint: 'issues.update', status: 503, times: 3 }),
    () => mock.faults.add({ endpoint: 'issues.comments.create', when: 'after', drop: true, times: null }),
    () => send('POST', `${issue}/comments`, { content: 'Fixed in 4f2c1e.' }),
    () => mock.faults.add({ endpoint: 'issues.list', delayMs: 3000 }),
    () => send('PATCH', issue, { status: 'fix_submitted' }),
    () => send('GET', issue),
  ];
  for (const step of steps) {
    await step();
    await mock.clock.advance(1370);
  }
  const post = (path: string, body: object) =>
    fetch(`${server.url}/__mock/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('snapshot', { name: 'before the release' });
}
