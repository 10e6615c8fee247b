import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../../tools/test/chromium.ts';
import { base } from '../paths.ts';
import { openPage } from './open-page.ts';
import { type Served, serveSite } from './serve.ts';

let site: Served;
let browser: Browser;
let page: Page;

/** What people look for, and where the first result leads. */
const questions: Record<string, string> = {
  retry: 'client/errors-and-retries',
  retries: 'client/errors-and-retries',
  'error handling': 'client/errors-and-retries',
  mayHaveBeenApplied: 'client/errors-and-retries',
  lockout: 'client/credentials',
  429: 'client/rate-limits',
  'rate limit': 'client/rate-limits',
  redis: 'client/rate-limits',
  cancel: 'client/cancel',
  abort: 'client/cancel',
  'shut down': 'client/cancel',
  deadline: 'client/cancel',
  'api key': 'client/address-and-key',
  proxy: 'client/address-and-key',
  pagination: 'client/pagination',
  'unknown field': 'client/types',
  createMock: 'mock/in-tests',
  'mock a 503': 'mock/faults',
  'docker compose': 'mock/server',
  toHaveReceived: 'recipes/test-runners',
  'compare the mock': 'mock/compare-with-your-service',
  jest: 'recipes/test-runners',
  playwright: 'recipes/playwright',
  webhook: 'client/pagination',
  'update many': 'client/pagination',
  'types of an issue': 'client/types',
  'github actions': 'recipes/ci',
  'next.js': 'recipes/servers',
  'cloudflare workers': 'recipes/servers',
  'many users': 'client/address-and-key',
  'access token': 'client/address-and-key',
  stub: 'client/types',
  python: 'mock/server',
  endpoints: 'reference/endpoints',
};

describe('the search', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    site = await serveSite();
    browser = await chromium.launch(await findChromium());
    page = await browser.newPage();
    await openPage(page, site, 'index');
    await page.getByRole('button', { name: /^Search/ }).click();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await site?.[Symbol.asyncDispose]();
  });

  test.each(Object.entries(questions))('%s leads to %s', async (question, path) => {
    await page.getByRole('searchbox').fill(question);
    const first = page.locator('.results a.result').first();
    await expect.poll(() => first.getAttribute('href')).toMatch(new RegExp(`^${base}${path}\\.html`));
  });

  test('a name finds its page in the reference, behind the guides', async () => {
    await page.getByRole('searchbox').fill('TokenWithExpiry');
    await expect
      .poll(() => page.locator('.results a.result').first().getAttribute('href'))
      .toContain('/reference/api/@issue-tracking/sdk/');
  });
});
