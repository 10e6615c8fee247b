import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { some } from '../../../tools/testing/seeds.ts';
import { sharedChromium } from '../../../tools/testing/shared-chromium.ts';
import { call, type MockSite, outputOf, serveMockSite } from './mock-site.ts';

/** The directives that docs/start/build-a-front-end.md names, and a script of the page's own. */
const needed = {
  'script-src': "'self'",
  'worker-src': "'self'",
  'connect-src': 'https://issues.example.com',
  'img-src': 'data:',
};

describe('a page under a strict content security policy', { tags: 'chromium' }, () => {
  let browser: Browser;
  let site: MockSite;
  beforeAll(async () => {
    [browser, site] = await Promise.all([
      sharedChromium(),
      serveMockSite('msw', new URL('./pages/panel.ts', import.meta.url)),
    ]);
  });
  afterAll(() => site?.close());

  async function open(directives: Record<string, string>): Promise<Page> {
    const policy = ["default-src 'none'", ...Object.entries(directives).map((directive) => directive.join(' '))].join(
      '; ',
    );
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`${site.url}/page.html?${new URLSearchParams({ policy })}`);
    return page;
  }

  test.each(
    some<[string, string, string[]]>([
      ['misses only the screenshots of the panel without img-src', "'none'", ['img-src data']],
      ['can use the mock and the panel with the directives of the guide', needed['img-src'], []],
    ]),
  )('%s', async (_name, images, blocked) => {
    const page = await open({ ...needed, 'img-src': images });
    expect(await outputOf(page)).toMatch(/^\d+ issues$/);
    await page.getByRole('button', { name: /^Mock/ }).click();
    await page.getByRole('link', { name: 'Data' }).click();
    await page.getByRole('table', { name: 'Issues' }).getByRole('button', { name: /^#/ }).first().click();
    await page.getByRole('button', { name: /^Screenshots/ }).click();
    await page.locator('.entry > summary').first().click();
    await page.locator('img[src^="data:"]').first().waitFor({ state: 'attached' });
    await expect.poll(async () => [...new Set((await call(page, 'blocked')) as string[])]).toEqual(blocked);
  });

  test.each([
    ['worker-src', /Allow worker-src 'self'/],
    ['connect-src', /no response of issues\.example\.com, and the platform does not say why/],
  ])('gets an error without %s', async (directive, message) => {
    const page = await open({ ...needed, [directive]: "'none'" });
    expect(await outputOf(page)).toMatch(message);
  });
});
