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
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  if (launch.timeout !== undefined) page.setDefaultTimeout(launch.timeout);
  const broken: string[] = [];
  for (const story of Object.keys(entries)) {
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.goto(`${server.resolvedUrls?.local[0]}iframe.html?id=${story}&viewMode=story`);
    await page.waitForFunction(hasPlayed);
    await page.addScriptTag({ content: axe.source });
    for (const [width, colorScheme] of looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      broken.push(
        ...(await page.evaluate(brokenRules)).map((rule) => `${story}, ${colorScheme}, ${width} px: ${rule}`),
      );
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${story}, ${width} px`).toBe(width);
    }
  }
  expect(broken).toEqual([]);
});

test("the addon's scenario for all stories reaches the board", async () => {
  const page = await browser.newPage();
  const story = 'iframe.html?id=triage-board--board&viewMode=story';
  await page.goto(`${server.resolvedUrls?.local[0]}${story}&globals=issueTrackingScenario:failing`);
  await page.getByRole('alert').waitFor();
});

/** Globals of Storybook's preview and axe. */
interface StoryWindow {
  __STORYBOOK_PREVIEW__?: { currentRender?: { phase?: string } };
  axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
}

/** In the page: whether the story is shown and has been played to its end. */
function hasPlayed(): boolean {
  const { __STORYBOOK_PREVIEW__: preview } = window as unknown as StoryWindow;
  if (preview?.currentRender?.phase === 'errored') throw new Error(document.body.innerText);
  return ['completed', 'afterEach', 'finished'].includes(preview?.currentRender?.phase ?? '');
}

/** In the page: each rule that is broken, and where. */
async function brokenRules(): Promise<string[]> {
  const { violations } = await (window as unknown as StoryWindow).axe.run();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
