// Opens a Storybook in Chromium, built or in development, with both this addon and msw-storybook-addon in one of its two forms.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { runCases } from './smoke/smoke.mjs';

const [other, command = 'build'] = process.argv.slice(2);
const { bin } = JSON.parse(readFileSync('node_modules/storybook/package.json', 'utf8'));
const cli = join('node_modules/storybook', typeof bin === 'string' ? bin : bin.storybook);
const env = { ...process.env, VITE_MSW: other, STORYBOOK_DISABLE_TELEMETRY: '1' };

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };
/** Requests that bypassed the mock, as far as the server reports them. */
const reached = [];

function fail(output) {
  console.log(`SMOKE failed ${command}: ${output.slice(-3000)}`);
  process.exit(1);
}

/** Builds the Storybook and serves the result. */
async function build() {
  const built = spawnSync(process.execPath, [cli, 'build', '--output-dir', 'built'], { encoding: 'utf8', env });
  if (built.status !== 0) fail(`${built.stdout}${built.stderr}`);
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    if (pathname.startsWith('/api/')) reached.push(pathname);
    try {
      const bytes = readFileSync(join('built', pathname === '/' ? 'index.html' : pathname));
      response.setHeader('content-type', types[extname(pathname || '.html')] ?? 'text/html').end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${server.address().port}`, close: () => server.close() };
}

/** Starts the development server, which prints its port. */
async function dev() {
  const storybook = spawn(process.execPath, [cli, 'dev', '--ci', '--no-open', '--host', '127.0.0.1'], { env });
  let output = '';
  const url = await new Promise((resolve) => {
    const read = (chunk) => {
      output += chunk;
      const [, port] = /http:\/\/(?:localhost|127\.0\.0\.1):(\d+)/.exec(output) ?? [];
      if (port) resolve(`http://127.0.0.1:${port}`);
    };
    storybook.stdout.setEncoding('utf8').on('data', read);
    storybook.stderr.setEncoding('utf8').on('data', read);
    storybook.on('exit', () => fail(output));
  });
  storybook.removeAllListeners('exit');
  return { url, close: () => storybook.kill() };
}

const { url, close } = await (command === 'dev' ? dev() : build());
console.log(`SMOKE ok ${command}`);
const timeout = 45_000;

const { executablePath, args } = JSON.parse(process.env.CHROMIUM);
const browser = await chromium.launch({ executablePath, args });

/** Runs a case in a page of its own. Its error has the text and the errors of the page. */
async function visit(run) {
  const context = await browser.newContext({ viewport: { width: 1600, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(timeout);
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  try {
    await run(page);
  } catch (error) {
    const shown = await Promise.all(
      page.frames().map((frame) =>
        frame
          .locator('body')
          .innerText()
          .catch(() => ''),
      ),
    );
    throw new Error(`${error.message}\n${errors.join('\n')}\nThe page shows: ${shown.join(' | ').slice(0, 1500)}`);
  } finally {
    await context.close();
  }
  if (reached.length > 0) throw new Error(`left the mock: ${reached.join(', ')}`);
}

const alone = (story, globals = '') => `${url}/iframe.html?id=issues--${story}&viewMode=story${globals}`;
const inManager = (story, globals = '') => `${url}/?path=/story/issues--${story}${globals}`;
const shows = (place, text) => place.locator('output').filter({ hasText: text }).waitFor();
const frame = (page) => page.frameLocator('#storybook-preview-iframe');

async function choose(page, scenario) {
  await page
    .getByRole('button', { name: /^(scenario|how the mocked|normal|failing|rate limited)/i })
    .first()
    .click();
  await page.getByText(scenario, { exact: true }).first().click();
}

const failed = await runCases([
  [
    'a story shows the mock',
    () =>
      visit(async (page) => {
        await page.goto(alone('list'));
        await shows(page, '3 issues');
        await page.goto(alone('two'));
        await shows(page, '2 issues');
      }),
  ],
  [
    'a story alone and then in the manager stays with the mock',
    () =>
      visit(async (page) => {
        for (let round = 0; round < 3; round++) {
          await page.goto(alone('list'));
          await shows(page, '3 issues');
          await page.goto(inManager('list'));
          await shows(frame(page), '3 issues');
        }
      }),
  ],
  [
    'a handler of msw-storybook-addon beside it',
    () =>
      visit(async (page) => {
        await page.goto(alone('with-handler'));
        await shows(page, '3 issues');
        if (other !== 'none') await page.locator('em').filter({ hasText: 'the other addon' }).waitFor();
      }),
  ],
  [
    'a handler of one story is gone in the next',
    () =>
      visit(async (page) => {
        await page.goto(inManager('with-handler'));
        await shows(frame(page), '3 issues');
        await page.locator('#issues--list').click();
        await frame(page).locator('em').filter({ hasText: 'nobody' }).waitFor();
      }),
  ],
  [
    'the toolbar changes the scenario, and back, at once',
    () =>
      visit(async (page) => {
        await page.goto(inManager('list'));
        await shows(frame(page), '3 issues');
        await choose(page, 'Rate limited');
        await shows(frame(page), 'RateLimitError 429');
        await choose(page, 'Normal');
        await shows(frame(page), '3 issues');
        await choose(page, 'Failing');
        await shows(frame(page), '500');
      }),
  ],
  [
    "the panel shows the story's requests",
    () =>
      visit(async (page) => {
        await page.goto(inManager('list'));
        await shows(frame(page), '3 issues');
        await page.getByRole('tab', { name: 'Issue tracking' }).click();
        // The request was sent before the panel was open.
        await page
          .getByText(/^\/prj_/)
          .first()
          .waitFor();
        await page
          .getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
          .first()
          .waitFor();
      }),
  ],
  ...[
    ['slow', '3 issues'],
    ['failing', '500'],
    ['offline', 'ConnectionError'],
    ['rateLimited', '429'],
    ['forbidden', '403'],
    ['empty', '0 issues'],
  ].map(([scenario, text]) => [
    `an address with the scenario ${scenario}`,
    () =>
      visit(async (page) => {
        await page.goto(alone('list', `&globals=issueTrackingScenario:${scenario}`));
        await shows(page, text);
      }),
  ]),
]);
await browser.close();
close();
process.exit(failed);
