import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type LaunchOptions, type Locator, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildStorybook } from './build-storybook.ts';
import { type FolderServer, serveFolder } from './serve-folder.ts';

// Playwright's own Chromium, unless `CHROMIUM` has launch options as JSON.
const launch: LaunchOptions = JSON.parse(process.env['CHROMIUM'] ?? '{}');
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

describe('in the built Storybook below a path,', { timeout: 30_000 }, () => {
  let folder: string;
  let server: FolderServer;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'triage-board-'));
    await buildStorybook(folder);
    server = await serveFolder(folder, { below: '/team/board/' });
    browser = await chromium.launch(launch);
    page = await browser.newPage();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    if (folder) await rm(folder, { recursive: true });
  });

  async function open(story: string): Promise<void> {
    await page.goto(new URL(`iframe.html?id=triage-board--${story}&viewMode=story`, server.url).href);
    await page.getByRole('heading', { level: 1, name: 'Web shop' }).waitFor();
  }

  const column = (name: string) => page.getByRole('region', { name });
  const cards = (name: string) => column(name).getByRole('listitem');
  const alert = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();
  const counted = (found: Locator) => expect.poll(() => found.count(), { timeout: 10_000 });

  test('the board shows each issue in the column of its status', async () => {
    await open('board');
    await page.getByText('12 issues').waitFor();
    await counted(cards('Open')).toBe(4);
    await counted(cards('Closed')).toBe(2);
  });

  test('an issue with a changed status moves to the column of that status', async () => {
    await open('board');
    await page.getByRole('button', { name: /Search ignores umlauts/ }).click();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('blocked');
    await page.getByRole('status').filter({ hasText: '#2 is now Blocked' }).waitFor();
    await page.keyboard.press('Escape');
    await counted(cards('Open')).toBe(3);
    await counted(cards('Blocked')).toBe(2);
    expect(await cards('Blocked').allTextContents()).toEqual([
      expect.stringContaining('Search ignores umlauts'),
      expect.stringContaining('Invoices show the wrong time zone'),
    ]);
  });

  test('each visit starts with fresh data', async () => {
    await open('board');
    await page.getByText('12 issues').waitFor();
    await counted(cards('Blocked')).toBe(1);
  });

  test('the story of the loading state does not end loading', async () => {
    const requested = page.waitForRequest(/\/api\/v1\//);
    await open('loading');
    await requested;
    // The worker serves later requests.
    await page.evaluate(() => fetch('index.json'));
    expect(await page.getByText('Loading issues…').isVisible()).toBe(true);
    expect(await page.getByRole('main').getAttribute('aria-busy')).toBe('true');
    await counted(page.getByRole('listitem')).toBe(0);
  });

  test('an empty project shows "Nothing to triage"', async () => {
    await open('empty');
    await page.getByRole('heading', { name: 'Nothing to triage' }).waitFor();
  });

  test('each "Show more" loads one page [EP-7]', async () => {
    await open('many-pages');
    await page.getByText('252 issues').waitFor();
    await counted(cards('Open')).toBe(20);
    // Not a click: cards that come into view get their real height, and the button moves away under the mouse.
    await column('Open').getByRole('button', { name: 'Show more (64 left)' }).press('Enter');
    await column('Open').getByRole('button', { name: 'Show more (44 left)' }).waitFor();
    await counted(cards('Open')).toBe(40);
  });

  test('a list item shows its reporter or its labels, whichever fields it has [RES-2]', async () => {
    await open('list-with-reporters');
    const reporters = await cards('Open').first().textContent({ timeout: 10_000 });
    expect(reporters).toContain('from Ada Lovelace');
    expect(reporters).not.toContain('bug');
    await open('list-with-labels');
    const labels = await cards('Open').first().textContent({ timeout: 10_000 });
    expect(labels).toContain('bug');
    expect(labels).not.toContain('Ada Lovelace');
  });

  test('a missing scope is shown once, not in each column [AUTH-4]', async () => {
    await open('no-scope');
    await alert('The service rejected this: Insufficient scope');
    await counted(page.getByRole('alert')).toBe(1);
    await counted(page.getByText('Not loaded')).toBe(6);
  });

  test('after a 429 the board keeps the loaded columns and shows the wait [ERR-6]', async () => {
    await open('rate-limited');
    await alert('The service is busy. It takes requests again in 60 s.');
    await counted(page.getByText('Not loaded')).toBe(3);
    await counted(cards('Open')).toBe(4);
  });

  test('a failure of the service is shown with a retry button [ERR-5]', async () => {
    await open('server-error');
    await alert('The service failed (500)');
    expect(await page.getByRole('button', { name: 'Try again' }).isVisible()).toBe(true);
  });

  test('an open issue shows its captured data and comments', async () => {
    await open('issue-open');
    const dialog = page.getByRole('dialog', { name: 'Checkout hangs after a second click on Pay' });
    await dialog.getByText('TypeError: Cannot read properties of undefined').waitFor();
    for (const captured of ['Firefox 144, Windows 11', 'POST 409', 'PayButton', 'Happens in Safari too']) {
      expect(await dialog.textContent()).toContain(captured);
    }
  });

  test('a rejected status is shown with the reason, and the old status returns [STA-3]', async () => {
    await open('status-rejected');
    await alert('cannot move from open to fix_submitted');
    expect(await page.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('open');
  });

  test('axe finds no violation in any story, in light and dark mode and on a phone', { timeout: 300_000 }, async () => {
    const index: { entries: Record<string, { id: string }> } = JSON.parse(
      await readFile(join(folder, 'index.json'), 'utf8'),
    );
    const stories = Object.keys(index.entries);
    expect(stories.length).toBeGreaterThan(15);
    const own = await browser.newPage({ reducedMotion: 'reduce' });
    const broken: string[] = [];
    for (const story of stories) {
      await own.setViewportSize({ width: 1280, height: 800 });
      await own.goto(new URL(`iframe.html?id=${story}&viewMode=story`, server.url).href);
      await own.waitForFunction(played);
      await own.addScriptTag({ path: axe });
      for (const [colorScheme, width] of [
        ['light', 1280] as const,
        ['dark', 1280] as const,
        ['dark', 900] as const,
        ['dark', 390] as const,
        ['light', 390] as const,
      ]) {
        await own.emulateMedia({ colorScheme });
        await own.setViewportSize({ width, height: 844 });
        const found = await own.evaluate(brokenRules);
        broken.push(...found.map((rule) => `${story}, ${colorScheme}, ${width} px: ${rule}`));
        expect(await own.evaluate(() => document.documentElement.scrollWidth), `${story}, ${width} px`).toBe(width);
      }
    }
    await own.close();
    expect(broken).toEqual([]);
  });

  test('a story without the worker script shows how to add it', async () => {
    const bare = await serveFolder(folder, { below: '/', without: 'mockServiceWorker.js' });
    const elsewhere = await browser.newPage();
    await elsewhere.goto(new URL('iframe.html?id=triage-board--board&viewMode=story', bare.url).href);
    await elsewhere.getByText("the plugin msw({ mode: 'worker-only' }) of 'msw/vite'").first().waitFor();
    await elsewhere.close();
    await bare.close();
  });
});

/** Globals of Storybook's preview and axe. */
interface StoryWindow {
  __STORYBOOK_PREVIEW__?: { currentRender?: { phase?: string } };
  axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
}

/** In the page: whether the story is shown and has been played to its end. */
function played(): boolean {
  const { __STORYBOOK_PREVIEW__: preview } = window as unknown as StoryWindow;
  if (preview?.currentRender?.phase === 'errored') throw new Error(document.body.innerText);
  return ['completed', 'afterEach', 'finished'].includes(preview?.currentRender?.phase ?? '');
}

/** In the page: each rule that is broken, and where. */
async function brokenRules(): Promise<string[]> {
  // The board notices its new width with the next frame and has changed with the one after it.
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  const { violations } = await (window as unknown as StoryWindow).axe.run();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
