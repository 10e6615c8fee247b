/** `pnpm pictures`: retakes the pictures of README and guides into `docs/images`. The package's Chromium brings its font, so they are the same on each machine. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { buildStorybook } from '../../examples/triage-board/test/build-storybook.ts';
import { buildPanel } from '../build/panel.ts';
import { findChromium } from '../testing/chromium.ts';
import { serveBusy } from './busy-service.ts';
import { serveUsed } from './panel-service.ts';
import { serveFolder } from './serve-board.ts';
import { framed, type ImageFormat, imageOf, type Window } from './windows.ts';

type ColorScheme = 'light' | 'dark';

interface Picture {
  /** In `docs/images`; `-dark` is added for the dark one of two. */
  readonly name: string;
  readonly schemes: readonly ColorScheme[];
  /** A page of this size, or windows on a transparent background of this size. */
  readonly width: number;
  readonly height: number;
  readonly format: ImageFormat;
  /** Shows the content and waits for it. */
  show(page: Page, scheme: ColorScheme): Promise<unknown>;
}

const launch = await findChromium();
if (!launch) throw new Error('No Chromium here: install it, or set CHROMIUM_PATH.');
const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
await Promise.all([buildStorybook(join(folder, 'stories')), buildPanel(join(folder, 'panel'))]);
const stories = await serveFolder(join(folder, 'stories'));
const used = await serveUsed(join(folder, 'panel/'));
const busy = await serveBusy(folder);
const browser = await chromium.launch(launch);

const cards = (page: Page) => page.getByRole('status').filter({ hasText: /^\d+ issues$/ });
const status = (page: Page) => page.getByRole('combobox', { name: 'Status' });
// The same number of the countdown in every picture.
const countdown = (page: Page) => page.getByText('It takes requests again in 57 s.').last();
const board: Window = { place: 'left', title: 'Your front end', width: 880, height: 640, open: busy.openBoard };
const panel: Window = {
  place: 'right',
  title: '127.0.0.1:4010/__mock/ui/',
  width: 560,
  height: 620,
  open: busy.openPanel,
};
const phone: Window = { ...panel, width: 390, height: 640 };

const pictures: readonly Picture[] = [
  story('triage-board', 'board', 1280, 720, cards),
  story('triage-board-issue', 'issue-open', 1280, 900, status),
  story('triage-board-phone', 'many-pages', 390, 760, cards),
  story('triage-board-rate-limited', 'rate-limited', 1100, 520, countdown),
  view('panel-requests', 'requests/12', 1280, 'light'),
  view('panel-failures', 'failures', 1280, 'light'),
  view('panel-data', 'data/issues/prj_web/21/consoleLogs', 1280, 'dark'),
  view('panel-phone', 'requests', 390, 'light'),
  // Only half of the board's columns load.
  windows('panel-and-board', 97, [board, panel], 1200, 896),
  windows('panel-why', 101, [phone], 446, 730),
];

try {
  for (const picture of pictures) for (const scheme of picture.schemes) await take(picture, scheme);
} finally {
  await browser.close();
  await Promise.all([stories.close(), used.close(), busy.close()]);
  await rm(folder, { recursive: true });
}

async function take({ name, schemes, width, height, format, show }: Picture, colorScheme: ColorScheme): Promise<void> {
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
    deviceScaleFactor: format === 'webp' ? busy.deviceScaleFactor : 1,
  });
  await show(page, colorScheme);
  const file = `${name}${schemes.length > 1 && colorScheme === 'dark' ? '-dark' : ''}.${format}`;
  await writeFile(join(import.meta.dirname, '../../docs/images', file), await imageOf(page, format));
  await page.close();
  console.log(`docs/images/${file}`);
}

function story(
  name: string,
  id: string,
  width: number,
  height: number,
  ready: (page: Page) => ReturnType<typeof cards>,
): Picture {
  const address = new URL(`iframe.html?id=triage-board--${id}&viewMode=story`, stories.url).href;
  const show = async (page: Page) => {
    await page.goto(address);
    await ready(page).waitFor();
  };
  return { name, schemes: ['light', 'dark'], width, height, format: 'png', show };
}

/** Returns the picture of a view of the panel. */
function view(name: string, place: string, width: number, scheme: ColorScheme): Picture {
  return { name, schemes: [scheme], width, height: 800, format: 'png', show: (page) => used.openView(page, place) };
}

/** Returns the picture of windows around pages of the busy service, which has had a number of requests. */
function windows(name: string, requests: number, shown: readonly Window[], width: number, height: number): Picture {
  const show = async (page: Page, colorScheme: ColorScheme) => {
    await busy.useRate(requests);
    await page.setContent(await framed(shown, { browser, colorScheme, deviceScaleFactor: busy.deviceScaleFactor }));
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  };
  return { name, schemes: ['light', 'dark'], width, height, format: 'webp', show };
}
