import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../../tools/test/chromium.ts';
import { groups } from '../sidebar.ts';
import { type Served, serveSite } from './serve.ts';

const launch = await findChromium();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const paths = ['index', ...groups.flatMap(({ pages }) => pages)];
let site: Served;
let browser: Browser;

describe.skipIf(!launch)('in Chromium', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    site = await serveSite();
    browser = await chromium.launch(launch);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await site?.[Symbol.asyncDispose]();
  });

  test.for(paths)('%s has nothing that axe calls serious, no error, and fits a phone', async (path) => {
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await using page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      await page.goto(`${site.url}/${path}.html`, { waitUntil: 'networkidle' });
      await page.evaluate(axe);
      const { violations }: AxeResults = await page.evaluate('axe.run()');
      const serious = violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
      expect(serious, `${path}, ${colorScheme}`).toEqual([]);
      expect(errors).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
  });

  test('a hover shows the type', async () => {
    await using page = await browser.newPage();
    await page.goto(`${site.url}/client/pagination.html`, { waitUntil: 'networkidle' });
    await page.locator('.twoslash-hover', { hasText: 'createMock' }).nth(1).hover();
    await expect.poll(() => page.locator('.v-popper__popper--shown').innerText()).toContain('createMock(');
  });
});
