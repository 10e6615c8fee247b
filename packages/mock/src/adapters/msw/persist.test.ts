import type { Mock } from '@issue-tracking/mock';
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

  test('`persist: session` keeps records, faults, changed settings and a moved clock of one tab over a reload, and no running clock', async () => {
    const context = await newContext();
    const page = await open(context, 'session');
    const stored = () => page.evaluate(() => JSON.parse(Object.values(sessionStorage).join() || '{}'));
    expect(await call(page, 'block')).toBe('blocked');
    await expect.poll(stored).toMatchObject({ faults: [], settings: {} });
    expect(await stored()).not.toHaveProperty('now');
    await page.evaluate(async () => {
      const { mock } = window as unknown as { mock: Mock };
      mock.settings.change({ latencyMs: 1, rateLimit: false });
      mock.faults.add({ endpoint: 'issues.list', status: 503, times: null });
      await mock.clock.advance(86_400_000);
    });
    await page.reload();
    expect(await outputOf(page)).toBe('200 1');
    expect(await call(page, 'statusOf')).toBe('blocked');
    const kept = await page.evaluate(() => {
      const { mock } = window as unknown as { mock: Mock };
      const ahead = Math.round((mock.clock.now() - Date.now()) / 3_600_000);
      return [mock.settings.latencyMs, mock.settings.rateLimit, mock.faults.list()[0]?.fault.status, ahead];
    });
    expect(kept).toEqual([1, false, 503, 24]);
    expect(await call(await open(context, 'session'), 'statusOf')).toBe('open');
  });

  describe('two tabs with `persist: local`', () => {
    let context: BrowserContext;
    let one: Page;
    let other: Page;
    beforeAll(async () => {
      context = await browser.newContext();
      [one, other] = [await open(context, 'local'), await open(context, 'local')];
    });
    afterAll(() => context?.close());

    const stored = () => one.evaluate(() => Object.values(localStorage).join());
    const records = (page: Page) => page.evaluate<string>('JSON.stringify(mock.exportWorld())');

    test('share the records', async () => {
      expect(await call(one, 'block', 1)).toBe('blocked');
      await expect.poll(() => records(other)).toContain('blocked');
    });

    test('end with the same records if they change some at once', async () => {
      await Promise.all([call(one, 'block', 2), call(other, 'block', 3)]);
      const storedRecords = async () => {
        const { faults, settings, ...world } = JSON.parse(await stored());
        return JSON.stringify(world);
      };
      await expect
        .poll(async () => new Set([await records(one), await records(other), await storedRecords()]).size)
        .toBe(1);
    });

    test('keep newer records at a late storage event', async () => {
      const create = (title: string) =>
        one.evaluate(`mock.world.issues.create({ projectId: 'prj_web', title: '${title}' })`);
      await create('earlier');
      await expect.poll(stored).toContain('earlier');
      const earlier = await stored();
      await create('newer');
      await expect.poll(stored).toContain('newer');
      await one.evaluate((newValue) => {
        const [key = ''] = Object.keys(localStorage);
        window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key, newValue }));
      }, earlier);
      expect(await records(one)).toContain('newer');
    });

    test('leave the records to the next visit', async () => {
      expect(await call(one, 'block', 1)).toBe('blocked');
      await expect.poll(stored).toContain('blocked');
      await one.close();
      await other.close();
      expect(await call(await open(context, 'local'), 'statusOf', 1)).toBe('blocked');
    });
  });

  test('invalid stored records are ignored with a warning', async () => {
    const context = await newContext();
    await context.addInitScript(() => {
      localStorage.setItem(`issue-tracking-mock:${location.origin}`, '{"organizations":"none"}');
    });
    const page = await context.newPage();
    const warned = page.waitForEvent('console', (message) => message.text().includes('was not loaded'));
    await page.goto(`${site.url}/page.html?options={"persist":"local"}`);
    expect(await outputOf(page)).toBe('200 1');
    await warned;
  });
});
