import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../../tools/test/chromium.ts';
import { groups } from '../sidebar.ts';
import { openPage } from './open-page.ts';
import { type Served, serveSite } from './serve.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const paths = ['index', ...groups.flatMap(({ pages }) => pages)];
let site: Served;
let browser: Browser;

describe('in Chromium', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    site = await serveSite();
    browser = await chromium.launch(await findChromium());
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await site?.[Symbol.asyncDispose]();
  });

  describe.each([
    { width: 1280, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ] as const)('$width pixels wide, $colorScheme', ({ width, colorScheme }) => {
    let context: BrowserContext;
    beforeAll(async () => {
      context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' });
    });

    test.concurrent.for(paths)(
      '%s has nothing that axe calls serious, no error, and fits',
      async (path, { expect }) => {
        await using page = await context.newPage();
        const errors: string[] = [];
        page.on('pageerror', ({ message }) => errors.push(message));
        page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
        await openPage(page, site, path);
        if (path === 'playground') await page.locator('.cm-content').waitFor();
        await page.evaluate(axe);
        const { violations }: AxeResults = await page.evaluate("axe.run({ resultTypes: ['violations'] })");
        const serious = violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
        expect(serious).toEqual([]);
        expect(errors).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      },
    );
  });

  test('a hover shows the type', async () => {
    await using page = await browser.newPage();
    await openPage(page, site, 'client/pagination');
    await page.locator('.twoslash-hover', { hasText: 'createMock' }).nth(1).hover();
    await expect.poll(() => page.locator('.v-popper__popper--shown').innerText()).toContain('createMock(');
  });
});
