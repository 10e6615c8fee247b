import type { Mock } from '@issue-tracking/mock';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { some } from '../../../../../tools/testing/seeds.ts';
import { sharedChromium } from '../../../../../tools/testing/shared-chromium.ts';
import { call, type MockSite, outputOf, serveMockSite } from '../../../test/mock-site.ts';
import { serve } from '../../../test/served.ts';

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

  test('`persist: session` keeps a moved clock, faults and changed settings over a reload, and no running clock', async () => {
    const page = await open(await newContext(), 'session');
    const stored = () => page.evaluate(() => JSON.parse(Object.values(sessionStorage).join() || '{}'));
    await call(page, 'block');
    await expect.poll(stored).toMatchObject({ faults: [], settings: {} });
    expect(await stored()).not.toHaveProperty('now');
    await page.evaluate(async () => {
      const { mock } = window as unknown as { mock: Mock };
      mock.settings.change({ latencyMs: 1, rateLimit: false });
      mock.faults.add({ endpoint: 'issues.get', status: 503, times: null });
      await mock.clock.advance(86_400_000);
    });
    await page.reload();
    expect(await outputOf(page)).toBe('200 1');
    const kept = await page.evaluate(() => {
      const { mock } = window as unknown as { mock: Mock };
      const ahead = Math.round((mock.clock.now() - Date.now()) / 3_600_000);
      return [mock.settings.latencyMs, mock.settings.rateLimit, mock.faults.list()[0]?.fault.status, ahead];
    });
    expect(kept).toEqual([1, false, 503, 24]);
  });

  test('a state that was saved over HTTP from another mock opens in a page', async () => {
    const { mock, control, patch } = await serve();
    await patch('/projects/prj_web/issues/1', { status: 'blocked' });
    mock.settings.change({ scenario: 'failing' });
    const { body } = await control('state.file');
    const page = await open(await newContext(), 'session');
    const [status, scenario, now, blocked] = (await call(page, 'open', body)) as [number, string, number, number];
    expect([status, scenario, blocked]).toEqual([500, 'failing', mock.world.issues.find({ status: 'blocked' }).length]);
    expect(now - mock.clock.now()).toBeLessThan(60_000);
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
    const stored = () =>
      one.evaluate(() => {
        const { faults, settings, ...world } = JSON.parse(Object.values(localStorage).join());
        return JSON.stringify(world);
      });
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
    const warned = page.waitForEvent('console', (message) => message.text().includes('was not loaded'));
    await page.goto(`${site.url}/page.html?options={"persist":"local"}`);
    expect(await outputOf(page)).toBe('200 1');
    await warned;
  });
});
