import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { imageOf } from '../../tools/pictures/windows.ts';
import { findChromium } from '../../tools/testing/chromium.ts';
import { docs } from './paths.ts';
import { serveSite } from './test/serve.ts';

/** Takes the pictures that the built site shows until its first screen runs, and the picture of a shared link's card. */
export async function takePictures(): Promise<void> {
  await using site = await serveSite();
  await using browser = await chromium.launch(await findChromium());
  for (const colorScheme of ['light', 'dark'] as const) {
    await using page = await browser.newPage({
      viewport: { width: 1280, height: 900 },
      colorScheme,
      deviceScaleFactor: 2,
    });
    await page.goto(`${site.url}/`);
    await page.getByRole('button', { name: 'Status 503' }).click();
    await page.frameLocator('iframe').getByText('503').first().waitFor();
    const png = await page.locator('.live-demo .result').screenshot();
    await page.setContent(`<style>body { margin: 0 } img { display: block; width: 100vw }</style>${image(png)}`);
    await page.setViewportSize({ width: 600, height: 560 });
    const name = `first-screen${colorScheme === 'dark' ? '-dark' : ''}.webp`;
    await writeFile(join(docs, 'images', name), await imageOf(page, 'webp'));
    if (colorScheme === 'light') await writeFile(join(docs, 'public/card.png'), await card(png));
  }

  /** Previews crop the card to 1200 by 630 pixels. */
  async function card(png: Buffer): Promise<Buffer> {
    await using page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
    await page.setContent(cardPage(png));
    return await imageOf(page, 'png');
  }
}

function cardPage(png: Buffer): string {
  const logo = readFileSync(join(docs, 'public/logo.svg'), 'utf8');
  return `<!doctype html>
<style>
  body { margin: 0; height: 630px; overflow: hidden; background: #f2f5fc; color: #1f2328; font-family: Inter, system-ui, sans-serif }
  main { position: absolute; left: 64px; top: 64px; width: 500px }
  svg { width: 72px; height: 72px }
  h1 { margin: 40px 0 24px; font-size: 64px; line-height: 1.1; letter-spacing: -0.02em }
  p { margin: 0; font-size: 28px; line-height: 1.4; color: #4a4a52 }
  img { position: absolute; left: 610px; top: 64px; width: 640px; border-radius: 16px; box-shadow: 0 8px 40px rgb(0 0 0 / 20%) }
</style>
<main>${logo}<h1>Call the API. Test without it.</h1><p>SDK and mock for the Issue Tracking Public API v1</p></main>
${image(png)}`;
}

function image(png: Buffer): string {
  return `<img alt="" src="data:image/png;base64,${png.toString('base64')}">`;
}
