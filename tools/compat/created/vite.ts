/**
 * Edits and builds an application of `docs/start/build-a-front-end.md`, made by create-vite; the working directory is its folder.
 * The page itself was followed before: it opens the application once, and edits the mock once.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { chromium, type Page } from 'playwright';
import { runCommand } from '../../project/command.ts';
import { findChromium } from '../../testing/chromium.ts';
import { runCases } from '../smoke/smoke.js';
import { addressOf } from './address-of.ts';
import { findMockInBuild } from './mock-in-build.ts';

const [mockFile, clientFile] = ['src/mock.ts', 'src/client.ts'] as const;
const faultLine = /^mock\.faults\.add\(.*\n/m;
const reloadLine = /^import\.meta\.hot\?\.accept\(.*\n/m;
const [edited, client] = [readFileSync(mockFile, 'utf8'), readFileSync(clientFile, 'utf8')];
const mock = edited.replace(faultLine, '');
/** A client that leaves the page as it is when the mock is edited, and that the cases below can call. */
const clientInPlace = `${client.replace(reloadLine, '')}Object.assign(globalThis, { client });\n`;
if (mock === edited || !reloadLine.test(client)) throw new Error('The files are not as the page shows them');

type Case = [name: string, run: () => Promise<void>];
const issue = 'White page after the release';
const server = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--port', '0'], { env: process.env });
const url = await addressOf(server);
const browser = await chromium.launch(await findChromium());

const failed = await runCases([
  [
    'an edit of the mock loads the page again, and so does taking it back',
    async () => {
      await using page = await open({ mock, client });
      writeFileSync(mockFile, edited);
      await page.getByRole('alert').getByText('403').waitFor();
      writeFileSync(mockFile, mock);
      await page.getByText(issue).waitFor();
    },
  ],
  ...[
    ['at run time', 'nobody', 'nobody'],
    ['of syntax', "'oat_mara_demo", 'accessToken'],
  ].map(
    ([kind = '', mistake = '', message = '']): Case => [
      `a mistake ${kind} in the mock is shown, and mending it shows the issues`,
      async () => {
        await using page = await open({ mock, client });
        writeFileSync(mockFile, mock.replace("'oat_mara_demo'", mistake));
        await page.getByRole('alert').getByText(message).waitFor();
        writeFileSync(mockFile, mock);
        await page.getByText(issue).waitFor();
      },
    ],
  ),
  [
    'a reset of the mock leaves the page its token',
    async () => {
      const exposed = `${mock}Object.assign(globalThis, { mock });\n`;
      await using page = await open({ mock: exposed, client: clientInPlace });
      await page.evaluate("client.issues.update('prj_web', 33, { status: 'blocked' })");
      await waitForStatus(page, /^blocked$/);
      await page.evaluate('mock.reset()');
      await waitForStatus(page, /^open$/);
    },
  ],
  [
    'a mock that replaces another in the open page responds, with the records of the session, and no call fails',
    async () => {
      const persistent = mock.replace('quiet: true', "quiet: true, persist: 'session'");
      await using page = await open({ mock: persistent, client: clientInPlace });
      await page.evaluate('window.sameDocument = true');
      await page.evaluate("client.issues.update('prj_web', 33, { status: 'blocked' })");

      writeFileSync(mockFile, `${persistent}mock.faults.add({ endpoint: 'issues.get', status: 403, times: null });\n`);
      await waitForStatus(page, /403/);
      writeFileSync(mockFile, persistent);
      await waitForStatus(page, /^blocked$/);
      if (!(await page.evaluate('window.sameDocument'))) throw new Error('The page was loaded again');
      if (await page.getByRole('alert').count()) throw new Error(await page.getByRole('alert').innerText());
    },
  ],
  [
    'of several edits in a second, the last one responds',
    async () => {
      await using page = await open({ mock, client: clientInPlace });
      for (let edit = 1; edit <= 5; edit++) {
        writeFileSync(mockFile, `${mock}mock.faults.add({ endpoint: 'issues.get', status: 403, times: ${edit} });\n`);
        await setTimeout(100);
      }
      writeFileSync(mockFile, mock);
      await waitForStatus(page, /^open$/);
    },
  ],
  [
    'a production build has nothing of the mock',
    async () => {
      writeFileSync(mockFile, edited);
      writeFileSync(clientFile, client);
      const { code, output } = await runCommand(['npm', 'run', 'build'], { cwd: process.cwd() });
      if (code !== 0) throw new Error(output);
      const found = findMockInBuild('dist', '.');
      if (found.length > 0) throw new Error(`${found.length} texts of the mock: ${found.slice(0, 3).join(', ')}`);
    },
  ],
]);
await browser.close();
server.kill();
await once(server, 'exit');
process.exit(failed);

/** Opens the application with these files, in a profile of its own. */
async function open(files: { mock: string; client: string }): Promise<Page> {
  writeFileSync(clientFile, files.client);
  writeFileSync(mockFile, files.mock);
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByText(issue).waitFor();
  return page;
}

/** Reads issue 33 in the page, with the present client, until its status or the error is as expected. */
async function waitForStatus(page: Page, expected: RegExp): Promise<void> {
  const read = "client.issues.get('prj_web', 33).then(({ status }) => status, String)";
  let found = '';
  for (const end = Date.now() + 30_000; Date.now() < end; await setTimeout(300)) {
    found = await page.evaluate(read);
    if (expected.test(found)) return;
  }
  throw new Error(`expected ${expected}, found ${found}`);
}
