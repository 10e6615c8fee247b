import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { buildStorybook } from '../../examples/triage-board/test/build-storybook.ts';
import { serveFolder } from '../../examples/triage-board/test/serve-folder.ts';
import { findChromium } from '../test/chromium.ts';

/** One picture of the documentation. */
interface Picture {
  /** In `docs/images`; `-dark` is added for the dark one. */
  readonly name: string;
  readonly story: string;
  readonly width: number;
  readonly height: number;
  /** Waits for the content of the picture. */
  ready(page: Page): Promise<unknown>;
}

const issue = (page: Page) => page.getByRole('combobox', { name: 'Status' }).waitFor();
const cards = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /^\d+ issues$/ })
    .waitFor();

const pictures: readonly Picture[] = [
  { name: 'triage-board', story: 'triage-board--board', width: 1280, height: 720, ready: cards },
  { name: 'triage-board-issue', story: 'triage-board--issue-open', width: 1280, height: 900, ready: issue },
  { name: 'triage-board-phone', story: 'triage-board--many-pages', width: 390, height: 760, ready: cards },
  { name: 'triage-board-rate-limited', story: 'triage-board--rate-limited', width: 1100, height: 520, ready: waits },
];

/** Waits for the same number of the countdown in every picture. */
async function waits(page: Page): Promise<void> {
  await page.getByRole('alert').waitFor();
  await page.getByText('It takes requests again in 57 s.').last().waitFor();
}

/** Retakes the pictures of README and guides, light and dark: `pnpm pictures`. */
async function takePictures(): Promise<void> {
  const launch = await findChromium();
  if (!launch) throw new Error('No Chromium here: install it, or set CHROMIUM_PATH.');
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  await buildStorybook(folder);
  const server = await serveFolder(folder, { below: '/' });
  const browser = await chromium.launch(launch);
  try {
    for (const picture of pictures) {
      for (const colorScheme of ['light', 'dark'] as const) await take(picture, colorScheme, browser, server.url);
    }
  } finally {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true });
  }
}

async function take(picture: Picture, colorScheme: 'light' | 'dark', browser: Browser, url: string): Promise<void> {
  const { name, story, width, height, ready } = picture;
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
  await page.goto(new URL(`iframe.html?id=${story}&viewMode=story`, url).href);
  await ready(page);
  const file = `${name}${colorScheme === 'dark' ? '-dark' : ''}.png`;
  await page.screenshot({ path: fileURLToPath(new URL(`../../docs/images/${file}`, import.meta.url)) });
  console.log(`docs/images/${file}`);
  await page.close();
}

await takePictures();
