import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { failures } from '../playground/first-screen.ts';
import { browser, site } from './site-in-chromium.ts';

/** Maximum bytes over the network before the program is loaded, prefetching included. */
const limit = 300_000;
const frame = '**/playground/frame.txt';

describe('the landing page', () => {
  describe.each([
    { width: 390, colorScheme: 'light' },
    { width: 768, colorScheme: 'dark' },
    { width: 960, colorScheme: 'light' },
    { width: 1280, colorScheme: 'light' },
    { width: 1920, colorScheme: 'dark' },
  ] as const)('with a width of $width px in $colorScheme mode', ({ width, colorScheme }) => {
    test(`has its text and less than ${limit / 1000} kB before the program is loaded, and no layout shifts`, async () => {
      await using page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      let paintedBefore: unknown;
      await page.route(frame, async (route) => {
        paintedBefore = await page.evaluate(paints);
        await route.abort();
      });
      const loaded = new Map<string, number>();
      const network = await page.context().newCDPSession(page);
      await network.send('Network.enable');
      network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
        loaded.set(requestId, encodedDataLength),
      );
      await page.addInitScript(watchShifts);
      await page.goto(`${site.url}/`, { waitUntil: 'load' });
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
      // The browser may tell of its first picture after the load.
      await expect.poll(() => page.evaluate(paints)).toBe(1);
      await page.waitForLoadState('networkidle');
      const total = [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0);
      expect(total).toBeLessThan(limit);
      expect(await page.evaluate('shifts')).toEqual([]);
      // On a wide screen the program is seen at once, and was loaded after the text; on a phone it is further down.
      if (width >= 960) await expect.poll(() => paintedBefore).toBe(1);
      if (width === 390) expect(paintedBefore).toBeUndefined();
    });
  });

  test('shows program, picture and text without JavaScript', async () => {
    await using context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.url}/`);
    expect(await page.locator('.live-demo code').first().innerText()).toContain('issues.update');
    expect(await page.locator('.still img:visible').count()).toBe(1);
    expect(await page.locator('iframe').count()).toBe(0);
  });

  describe('has a program', () => {
    let page: Page;
    const output = () => page.frameLocator('iframe').locator('#output');
    beforeAll(async () => {
      page = await browser.newPage();
      await page.goto(`${site.url}/`);
    });

    test('that runs when it is seen', async () => {
      await expect.poll(() => output().innerText()).toBe('Issue 1 is fix_submitted\n');
      await page.frameLocator('iframe').getByText(/PATCH/).first().waitFor();
      expect(await page.locator('.still').count()).toBe(0);
    });

    test.each(Object.keys(failures))('that the button "%s" breaks, and the client mends', async (name) => {
      await page.getByRole('button', { name, exact: true }).click();
      await expect.poll(() => output().innerText()).toMatch(/again in \d+ ms\nIssue 1 is fix_submitted\n$/);
      expect(await page.locator('.added').innerText()).toBe(failures[name]);
      expect(await output().locator('.error').count()).toBe(0);
    });
  });
});

/** In the page: 1 once its text is painted. */
const paints = "performance.getEntriesByName('first-contentful-paint').length";

/** A script for the page that records each layout shift: its elements, and their positions before and after. */
const watchShifts = `
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      for (const { node, previousRect, currentRect } of sources)
        shifts.push([value, node?.outerHTML?.slice(0, 80), previousRect.toJSON(), currentRect.toJSON()]);
  }).observe({ type: 'layout-shift', buffered: true });
`;
