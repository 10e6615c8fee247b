import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, chromium, type LaunchOptions } from 'playwright';
import { type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildStorybook } from './build-storybook.ts';

let folder: string;
let server: PreviewServer;
let browser: Browser;

// Playwright's own Chromium, unless `CHROMIUM` has launch options as JSON.
const launch: LaunchOptions = JSON.parse(process.env['CHROMIUM'] ?? '{}');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triage-board-'));
  await buildStorybook(folder);
  server = await preview({
    configFile: false,
    base: '/team/board/',
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0 },
  });
  browser = await chromium.launch(launch);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  if (folder) await rm(folder, { recursive: true });
});

/** Each layout. The phone's has elements of its own. */
const looks = [
  [1280, 'light'],
  [900, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const;

test('each story plays to its end without a violation, light and dark, also on a phone', async () => {
  const { entries } = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8'));
  expect(Object.keys(entries).length).toBeGreaterThan(15);
  const stories = Object.keys(entries).filter((id) => entries[id].type === 'story');
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  if (launch.timeout !== undefined) page.setDefaultTimeout(launch.timeout);
  const broken: string[] = [];
  for (const story of stories) {
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.goto(`${server.resolvedUrls?.local[0]}iframe.html?id=${story}&viewMode=story`);
    await page.waitForFunction(hasPlayed);
    await page.addScriptTag({ content: axe.source });
    for (const [width, colorScheme] of looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      broken.push(
        ...(await page.evaluate(brokenRules, {})).map((rule) => `${story}, ${colorScheme}, ${width} px: ${rule}`),
      );
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${story}, ${width} px`).toBe(width);
    }
  }
  expect(broken).toEqual([]);
});

test("the addon's scenario for all stories reaches the board", async () => {
  const page = await browser.newPage();
  const story = 'iframe.html?id=triage-board--board&viewMode=story';
  await page.goto(`${server.resolvedUrls?.local[0]}${story}&globals=issueTracking:failing`);
  await page.getByRole('alert').waitFor();
});

test('the documentation page shows each state with a mock of its own, and follows the toolbar once', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 4000 } });
  const addresses: string[] = [];
  page.on('request', (request) => {
    const [address] = /https:\/\/issues\.test\/states--[^/]+(\/\d+)?(?=\/api)/.exec(request.url()) ?? [];
    if (address) addresses.push(`${address} ${request.headers()['authorization']}`);
  });
  const docs = 'iframe.html?id=states--docs&viewMode=docs';
  await page.goto(`${server.resolvedUrls?.local[0]}${docs}`);
  const shown = (name: string) => page.locator(`#anchor--states--${name}, #story--states--${name}`).last();
  await shown('filled').getByText('12 issues').waitFor();
  await shown('empty').getByText('Nothing to triage').waitFor();
  await shown('offline').getByRole('alert').waitFor();
  await shown('long-texts')
    .getByText(/LongTitle/)
    .first()
    .waitFor();
  await page.addScriptTag({ content: axe.source });
  for (const [, colorScheme] of looks) {
    await page.emulateMedia({ colorScheme });
    expect(await page.evaluate(brokenRules, { include: '.docs-box', rules: ['color-contrast'] })).toEqual([]);
  }
  const before = new Set(addresses);
  expect(before.size).toBeGreaterThan(7);

  await page.evaluate(() => {
    const { __STORYBOOK_ADDONS_CHANNEL__: channel } = window as unknown as StoryWindow;
    channel?.emit('updateGlobals', { globals: { issueTracking: 'empty' } });
  });
  await shown('filled').getByText('0 issues').waitFor();
  // A mock with another token for each rendering: one mount each. Clients of the mocks before may still try again.
  const tokens = () => {
    const byAddress = new Map<string, Set<string>>();
    for (const each of addresses.filter((each) => !before.has(each))) {
      const [address = '', token = ''] = each.split(' Bearer ');
      byAddress.set(address, (byAddress.get(address) ?? new Set()).add(token));
    }
    return byAddress;
  };
  await expect.poll(() => tokens().size).toBeGreaterThan(7);
  expect([...tokens()].filter(([, all]) => all.size !== 1)).toEqual([]);
});

test('a change of an argument that the mock does not follow sends nothing, another starts the story over', async () => {
  const page = await browser.newPage();
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/')) requests += 1;
  });
  await page.goto(`${server.resolvedUrls?.local[0]}iframe.html?id=states--filled&viewMode=story`);
  await page.getByText('12 issues').waitFor();
  const args = (updatedArgs: object) =>
    page.evaluate((updatedArgs) => {
      const { __STORYBOOK_ADDONS_CHANNEL__: channel } = window as unknown as StoryWindow;
      channel?.emit('updateStoryArgs', { storyId: 'states--filled', updatedArgs });
    }, updatedArgs);
  const before = requests;
  await args({ title: 'Another shop' });
  await page.getByText('Another shop').first().waitFor();
  expect(requests).toBe(before);
  await args({ issues: 3 });
  await page.getByText('3 issues').waitFor();
});

test('the records of a story are not sent to the manager', async () => {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    const size = (message: unknown) => JSON.stringify(message).length;
    let largest = 0;
    window.addEventListener('message', ({ data }) => {
      largest = Math.max(largest, size(data));
      Object.assign(window, { largest });
    });
  });
  await page.goto(`${server.resolvedUrls?.local[0]}?path=/story/triage-board--two-thousand`);
  await page.frameLocator('#storybook-preview-iframe').getByText('2000 issues').waitFor();
  const largest = await page.evaluate('largest');
  expect(largest).toBeGreaterThan(0);
  expect(largest).toBeLessThan(100_000);
});

/** Globals of Storybook's preview and axe. */
interface StoryWindow {
  __STORYBOOK_ADDONS_CHANNEL__?: {
    emit(event: string, message: object): void;
    /** The arguments of the last event. */
    last(event: string): [message: { status?: string; message?: string }] | undefined;
  };
  __STORYBOOK_PREVIEW__?: { currentRender?: { phase?: string } };
  axe: {
    run(include: string, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
  };
}

/** In the page: whether the story is shown and has been played to its end. */
function hasPlayed(): boolean {
  const { __STORYBOOK_PREVIEW__: preview, __STORYBOOK_ADDONS_CHANNEL__: channel } = window as unknown as StoryWindow;
  const [failure] = channel?.last('playFunctionThrewException') ?? [];
  if (failure) throw new Error(failure.message);
  if (preview?.currentRender?.phase === 'errored') throw new Error(document.body.innerText);
  return channel?.last('storyFinished') !== undefined;
}

/** In the page: each rule that is broken, and where. */
async function brokenRules({ include = 'html', rules }: { include?: string; rules?: string[] }): Promise<string[]> {
  const { axe } = window as unknown as StoryWindow;
  const { violations } = await axe.run(include, rules ? { runOnly: rules } : {});
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
