import { describe, expect, test } from 'vitest';
import { browser, site } from './site-in-chromium.ts';

/** Maximum bytes over the network before any interaction, prefetching included. */
const limit = 300_000;

describe('the landing page', () => {
  describe.each([
    { width: 390, colorScheme: 'light' },
    { width: 768, colorScheme: 'dark' },
    { width: 960, colorScheme: 'light' },
    { width: 1280, colorScheme: 'light' },
    { width: 1920, colorScheme: 'dark' },
  ] as const)('with a width of $width px in $colorScheme mode', ({ width, colorScheme }) => {
    test(`loads less than ${limit / 1000} kB and has no layout shifts`, async () => {
      await using page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const urls = new Map<string, string>();
      const loaded = new Map<string, number>();
      const network = await page.context().newCDPSession(page);
      await network.send('Network.enable');
      network.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
      network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
        loaded.set(requestId, encodedDataLength),
      );
      await page.addInitScript(watchShifts);
      await page.goto(`${site.url}/`, { waitUntil: 'networkidle' });

      const sizes = [...loaded].map(([id, bytes]) => `${bytes} ${urls.get(id)?.replace(site.url, '')}`);
      const total = [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0);
      expect(total, sizes.join('\n')).toBeLessThan(limit);
      expect(await page.evaluate('shifts')).toEqual([]);
    });
  });
});

test.each([960, 1280, 1920])(
  'the landing page of %i px has its text in the same place before its picture comes',
  async (width) => {
    await using page = await browser.newPage({ viewport: { width, height: 900 } });
    await page.goto(`${site.url}/`);
    const top = () => page.locator('.hero h1').evaluate((heading) => heading.getBoundingClientRect().top);
    const before = await top();
    await page.addStyleTag({ content: '.hero .seen { display: none }' });
    expect(await top()).toBe(before);
  },
);

/** A script for the page that records each layout shift: its elements, and their positions before and after. */
const watchShifts = `
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      for (const { node, previousRect, currentRect } of sources)
        shifts.push([value, node?.outerHTML?.slice(0, 80), previousRect.toJSON(), currentRect.toJSON()]);
  }).observe({ type: 'layout-shift', buffered: true });
`;
