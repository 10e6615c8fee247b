import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { some } from '../../../../../tools/testing/seeds.ts';
import { sharedChromium } from '../../../../../tools/testing/shared-chromium.ts';
import { call, type MockSite, outputOf, serveMockSite } from '../../../test/mock-site.ts';

describe.each(some(['msw', 'msw2']))('with the worker of %s,', { tags: 'chromium' }, (msw) => {
  let browser: Browser;
  let site: MockSite;
  beforeAll(async () => {
    [browser, site] = await Promise.all([sharedChromium(), serveMockSite(msw)]);
  });
  afterAll(() => site?.close());

  async function newContext() {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    return context;
  }

  async function open(context: BrowserContext, persist: 'session' | 'local'): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${site.url}/page.html?options={"persist":"${persist}"}`);
    expect(await outputOf(page)).toBe('200 1');
    return page;
  }

  test('`persist: session` keeps the records of one tab over a reload', async () => {
    const context = await newContext();
    const page = await open(context, 'session');
    expect(await call(page, 'block')).toBe('blocked');
    await page.reload();
    expect(await outputOf(page)).toBe('200 1');
    expect(await call(page, 'statusOf')).toBe('blocked');
    expect(await call(await open(context, 'session'), 'statusOf')).toBe('open');
  });

  test('`persist: local` shares the records between tabs, and keeps them for the next visit', async () => {
    const context = await newContext();
    const [one, other] = [await open(context, 'local'), await open(context, 'local')];
    expect(await call(one, 'block')).toBe('blocked');
    await expect.poll(() => call(other, 'statusOf')).toBe('blocked');
    await one.close();
    await other.close();
    expect(await call(await open(context, 'local'), 'statusOf')).toBe('blocked');
  });

  test('two tabs that change records at once end with the same records', async () => {
    const context = await newContext();
    const [one, other] = [await open(context, 'local'), await open(context, 'local')];
    await Promise.all([call(one, 'block', 1), call(other, 'block', 2)]);
    const records = (page: Page) => page.evaluate('JSON.stringify(mock.exportWorld())');
    const stored = () => one.evaluate(() => Object.values(localStorage).join());
    await expect.poll(async () => new Set([await records(one), await records(other), await stored()]).size).toBe(1);
  });

  test('a late storage event does not replace newer records', async () => {
    const context = await newContext();
    const page = await open(context, 'local');
    await call(page, 'block', 1);
    const stored = () => page.evaluate(() => Object.values(localStorage).join());
    await expect.poll(stored).toContain('blocked');
    const earlier = await stored();
    await call(page, 'block', 2);
    await expect.poll(stored).not.toBe(earlier);
    await page.evaluate((newValue) => {
      const [key = ''] = Object.keys(localStorage);
      window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key, newValue }));
    }, earlier);
    expect(await call(page, 'statusOf', 2)).toBe('blocked');
  });

  test('invalid stored records are ignored with a warning', async () => {
    const context = await newContext();
    await context.addInitScript(() => {
      localStorage.setItem(`issue-tracking-mock:${location.origin}`, '{"organizations":"none"}');
    });
    const page = await context.newPage();
    const warned = page.waitForEvent('console', (message) => message.text().includes('were not loaded'));
    await page.goto(`${site.url}/page.html?options={"persist":"local"}`);
    expect(await outputOf(page)).toBe('200 1');
    await warned;
  });
});
