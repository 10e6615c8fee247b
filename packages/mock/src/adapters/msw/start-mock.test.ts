import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isLong } from '../../../../../tools/test/seeds.ts';
import { sharedChromium } from '../../../../../tools/test/shared-chromium.ts';
import { call, type MockSite, outputOf, serveMockSite, workerScript } from '../../../test/mock-site.ts';

describe.each(isLong ? ['msw', 'msw2'] : ['msw'])('a page with the worker of %s', { tags: 'chromium' }, (msw) => {
  let browser: Browser;
  let site: MockSite;
  beforeAll(async () => {
    [browser, site] = await Promise.all([sharedChromium(), serveMockSite(msw)]);
  }, 60_000);
  afterAll(() => site?.close());

  async function newContext() {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    site.reached.length = 0;
    return context;
  }

  test('a frame opened alone and then within a page gets responses of the mock both times: nothing goes out', async () => {
    const context = await newContext();
    const page = await context.newPage();
    for (let round = 0; round < 3; round++) {
      await page.goto(`${site.url}/page.html`);
      expect(await outputOf(page)).toBe('200 1');
      await page.goto(`${site.url}/frame.html`);
      expect(await outputOf(await frameOf(page))).toBe('200 1');
    }
    expect(site.reached).toEqual([]);
  });

  // Known to fail now and then on a busy machine: the open tab did not reload within 30 seconds. The cause isn't known.
  const busy = { retry: 2 };
  test(
    'a new version of the worker script loads open tabs again, once, and they keep their session',
    busy,
    async () => {
      const context = await newContext();
      const [early, late] = [await context.newPage(), await context.newPage()];
      const warnings: string[] = [];
      early.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
      const address = `${site.url}/page.html?options={"persist":"session"}`;
      await early.goto(address);
      expect(await outputOf(early)).toBe('200 1');
      await call(early, 'block');

      const original = await workerScript(msw);
      onTestFinished(() => void site.files.set('/mockServiceWorker.js', original));
      site.files.set('/mockServiceWorker.js', { ...original, body: `${original.body}\n// A later version.\n` });
      const reloaded = early.waitForNavigation();
      await late.goto(address);
      await reloaded;
      for (const page of [early, late]) expect(await outputOf(page)).toBe('200 1');
      expect(await call(early, 'statusOf')).toBe('blocked');
      expect(warnings.join()).toMatch(/was replaced by .*mockServiceWorker\.js\. The page reloads\.$/);
      expect(site.reached).toEqual([]);
    },
  );

  test.runIf(isLong)('two pages that replace each other’s worker are not loaded again and again', async () => {
    const context = await newContext();
    site.files.set('/other.js', await workerScript(msw));
    const [one, other] = [await context.newPage(), await context.newPage()];
    let loads = 0;
    const warned = new Promise<string>((resolve) => {
      for (const page of [one, other]) {
        page.on('load', () => loads++);
        page.on('console', (message) => {
          if (/the same serviceWorker\.url/.test(message.text())) resolve(message.text());
        });
      }
    });
    await one.goto(`${site.url}/page.html`);
    expect(await outputOf(one)).toBe('200 1');
    await other.goto(`${site.url}/page.html?options={"serviceWorker":{"url":"/other.js"}}`);
    expect(await warned).toContain('was replaced by');
    expect(loads).toBeLessThan(7);
  });

  test('each tab has a mock of its own, and a client that counts its own requests', async () => {
    const context = await newContext();
    const [one, other] = [await context.newPage(), await context.newPage()];
    for (const page of [one, other]) {
      await page.goto(`${site.url}/page.html`);
      expect(await outputOf(page)).toBe('200 1');
    }
    expect(await call(one, 'block')).toBe('blocked');
    expect(await call(other, 'statusOf')).toBe('open');
    const used = (page: Page) => page.evaluate('client.rateLimit.used');
    expect([await used(one), await used(other)]).toEqual([1, 1]);
    await one.evaluate("mock.faults.add({ status: 429, headers: { 'retry-after': '60' } })");
    await expect(call(one, 'statusOf')).rejects.toThrow('RateLimitError');
    expect(await call(other, 'statusOf')).toBe('open');
    await one.close();
    expect(await call(other, 'statusOf')).toBe('open');
    expect(site.reached).toEqual([]);
  });
});

async function frameOf(page: Page): Promise<Frame> {
  const handle = await page.waitForSelector('iframe');
  const frame = await handle.contentFrame();
  if (!frame) throw new Error('The page has no frame');
  return frame;
}
