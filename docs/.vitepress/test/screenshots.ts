import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright';
import { findChromium } from '../../../tools/testing/chromium.ts';
import { serveSite } from './serve.ts';

/** Pictures of built pages in light, dark and on a phone: `node docs/.vitepress/test/screenshots.ts FOLDER PATH…`. */
const [folder = 'screenshots', ...paths] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
await using site = await serveSite();
await using browser = await chromium.launch(await findChromium());
for (const path of paths)
  for (const [name, width, colorScheme] of [
    ['light', 1280, 'light'],
    ['dark', 1280, 'dark'],
    ['phone', 390, 'light'],
  ] as const) {
    await using page = await browser.newPage({ viewport: { width, height: 1500 }, colorScheme });
    await page.goto(`${site.url}/${path}.html`, { waitUntil: 'networkidle' });
    const run = page.getByRole('button', { name: 'Run', exact: true }).first();
    if ((await run.count()) > 0) {
      await run.click();
      await page.frameLocator('iframe').locator('body[data-runs]').waitFor();
    }
    await page.screenshot({ path: `${folder}/${path.replaceAll('/', '-')}-${name}.png` });
  }
