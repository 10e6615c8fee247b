/**
 * Takes the picture of the panel beside the board, and of the panel alone for phones, light and dark, as `pnpm pictures` does:
 * the board has reached the rate limit, and the panel explains it. Writes into the folder of the argument, by default
 * `docs/images`. Uses the system's fonts.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createMock, virtualClock } from '@issue-tracking/mock';
import { type Browser, chromium, type Page } from 'playwright';
import { shopIssues } from '../../examples/triage-board/src/shop-issues.ts';
import { serveHttp } from '../../packages/mock/src/tools/server/listen.ts';
import { serverLimits } from '../../packages/mock/src/tools/server/options.ts';
import { buildPanel } from '../build/panel.ts';
import { findChromium } from '../test/chromium.ts';
import { serveBoard } from './serve-board.ts';

type ColorScheme = 'light' | 'dark';

const boardSize = { width: 880, height: 640 };
const panelSize = { width: 560, height: 620 };
const phoneSize = { width: 390, height: 640 };
/** Space around the windows. */
const margin = 28;
/** Sharp enough for a README on a screen with two pixels per point. */
const deviceScaleFactor = 1.5;

/** The panel's window is in front of the board's. The background is transparent, for light and dark pages. */
const windowStyles = `<!doctype html>
  <style>
    :root { color-scheme: light dark }
    body { margin: 0; font: 13px/1 Inter, system-ui, sans-serif }
    figure {
      position: absolute; margin: 0; overflow: hidden; border-radius: 10px;
      border: 1px solid light-dark(#c9ced8, #3b4150); box-shadow: 0 4px 24px rgb(0 0 0 / 22%);
    }
    .board { left: ${margin}px; top: ${margin}px }
    .panel { right: ${margin}px; bottom: ${margin}px }
    figcaption {
      display: flex; align-items: center; gap: 7px; height: 32px; padding: 0 12px;
      background: light-dark(#e6e9ef, #262b36); color: light-dark(#4b5364, #aab2c3);
    }
    i { width: 10px; height: 10px; border-radius: 5px; background: light-dark(#c3c9d4, #4a5163) }
    span { margin-left: 8px }
    img { display: block }
  </style>`;

const target = resolve(process.argv[2] ?? 'docs/images');
const accessToken = 'oat_mara_of_the_web_shop';
const mock = createMock({
  world: {
    organizations: [
      {
        id: '00000000-0000-4000-8000-00000000000a',
        slug: 'acme',
        name: 'Acme',
        projects: [{ id: 'prj_web', slug: 'web', name: 'Web shop', issues: shopIssues }],
      },
    ],
    users: [{ id: 'usr_mara', name: 'Mara', organizations: ['acme'], accessTokens: [{ token: accessToken }] }],
  },
  clock: virtualClock({ now: '2026-04-08T09:30:00.000Z', auto: false }),
});

const launch = await findChromium();
if (!launch) throw new Error('No Chromium here: install it, or set CHROMIUM_PATH.');
const folder = await mkdtemp(join(tmpdir(), 'panel-and-board-'));
await buildPanel(join(folder, 'panel'));
const server = await serveHttp(mock, {}, serverLimits, join(folder, 'panel/'));
const board = await serveBoard(join(folder, 'board'), { url: server.url, accessToken });
const browser = await chromium.launch(launch);
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    mock.reset();
    await useUpRate();
    const boardWindow = appWindow('board', 'Your front end', await boardPicture(browser, colorScheme), boardSize);
    const [panelWindow, phoneWindow] = await Promise.all(
      [panelSize, phoneSize].map(async (size) =>
        appWindow('panel', '127.0.0.1:4010/__mock/ui/', await panelPicture(browser, colorScheme, size), size),
      ),
    );
    await savePicture('panel-and-board', `${boardWindow}${panelWindow}`, { width: 1200, height: 896 });
    const { width, height } = phoneSize;
    await savePicture('panel-why', `${phoneWindow}`, { width: width + 2 * margin, height: height + 34 + 2 * margin });

    async function savePicture(name: string, windows: string, viewport: typeof boardSize): Promise<void> {
      const page = await browser.newPage({ viewport, deviceScaleFactor, colorScheme });
      await page.setContent(windowStyles + windows);
      await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
      const png = await page.screenshot({ omitBackground: true });
      const webp = await page.evaluate(asWebp, `data:image/png;base64,${png.toString('base64')}`);
      await page.close();
      const file = `${name}${colorScheme === 'dark' ? '-dark' : ''}.webp`;
      await writeFile(join(target, file), Buffer.from(webp, 'base64'));
      console.log(file);
    }
  }
} finally {
  await browser.close();
  await board.close();
  await server.close();
  await rm(folder, { recursive: true });
}

/** Uses up 97 of the 100 requests per minute, so that only half of the board's columns load. */
async function useUpRate(): Promise<void> {
  for (let count = 0; count < 97; count++) {
    const path = `/projects/prj_web/issues/${(count % 12) + 1}${['', '/comments', '/console-logs'][Math.floor(count / 12) % 3]}`;
    await fetch(`${server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${accessToken}` } });
    await mock.clock.advance(400);
  }
}

async function boardPicture(browser: Browser, colorScheme: ColorScheme): Promise<Buffer> {
  const page = await browser.newPage({ viewport: boardSize, deviceScaleFactor, colorScheme, reducedMotion: 'reduce' });
  await oneAfterTheOther(page);
  await page.goto(board.url);
  await page.getByText('The service is busy').first().waitFor();
  return taken(page);
}

/** Sends the page's requests one after the other, so that the same columns load each time. */
async function oneAfterTheOther(page: Page): Promise<void> {
  let before: Promise<unknown> = Promise.resolve();
  await page.route('**/api/v1/**', (route) => {
    before = before.then(async () => route.fulfill({ response: await route.fetch() }));
    return before;
  });
}

async function panelPicture(browser: Browser, colorScheme: ColorScheme, viewport: typeof panelSize): Promise<Buffer> {
  const page = await browser.newPage({ viewport, deviceScaleFactor, colorScheme, reducedMotion: 'reduce' });
  await page.goto(`${server.url}/__mock/ui/#/requests/${mock.requests.all().length}`);
  await page.getByRole('region', { name: 'Why' }).waitFor();
  await page
    .getByRole('button', { name: /^Rate used/ })
    .getByText('100 of 100')
    .waitFor();
  return taken(page);
}

async function taken(page: Page): Promise<Buffer> {
  const png = await page.screenshot();
  await page.close();
  return png;
}

/** Returns the window of an application around its picture. */
function appWindow(name: string, title: string, png: Buffer, { width, height }: typeof boardSize): string {
  return `<figure class="${name}">
    <figcaption><i></i><i></i><i></i><span>${title}</span></figcaption>
    <img alt="" width="${width}" height="${height}" src="data:image/png;base64,${png.toString('base64')}">
  </figure>`;
}

/** Converts a picture to WebP, with a third of the PNG's bytes. Runs in the page. */
async function asWebp(url: string): Promise<string> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', 0.9).replace(/^.*,/, '');
}
