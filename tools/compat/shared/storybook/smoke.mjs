// Opens a Storybook in Chromium, built or in development, with this addon and, by VITE_MSW, msw-storybook-addon in one of its two forms.
import { chromium } from 'playwright-core';
import { openStorybook } from './open.mjs';
import { runCases } from './smoke/smoke.mjs';

const [command] = process.argv.slice(2);
const other = process.env.VITE_MSW;
const { url, reached, close } = await openStorybook(command);
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

const alone = (story, globals = '') => `${url}iframe.html?id=issues--${story}&viewMode=story${globals}`;
const inManager = (story, globals = '') => `${url}?path=/story/issues--${story}${globals}`;
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
        if (other !== 'alone') await page.locator('em').filter({ hasText: 'the other addon' }).waitFor();
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
          .getByRole('list', { name: 'Requests and changes' })
          .getByRole('button', { name: /GET issues\.list prj_\S+ .*\d\d:\d\d:\d\d Status 200/ })
          .first()
          .waitFor();
      }),
  ],
  ...[
    // The first story stands above the list of all, too.
    ['of its own', 'documented', ['1 issues', '1 issues', '2 issues', 'PermissionError 403', '4 issues', '5 issues']],
    ['with two stories twice', 'page', ['2 issues', '2 issues', 'PermissionError 403', '5 issues', '5 issues']],
  ].map(([name, id, texts]) => [
    `a documentation page ${name}: each rendering has its own mock`,
    () =>
      visit(async (page) => {
        await page.goto(`${url}iframe.html?id=${id}--docs&viewMode=docs`);
        await page
          .locator('output')
          .nth(texts.length - 1)
          .waitFor();
        await page.waitForFunction(() =>
          [...document.querySelectorAll('output')].every((each) => each.textContent !== 'Loading'),
        );
        const shown = await page.locator('output').allTextContents();
        if (shown.join() !== texts.join()) throw new Error(`expected ${texts}; found ${shown}`);
      }),
  ]),
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
        await page.goto(alone('list', `&globals=issueTracking:${scenario}`));
        await shows(page, text);
      }),
  ]),
]);
await browser.close();
close();
process.exit(failed);
