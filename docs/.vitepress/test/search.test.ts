import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { base } from '../paths.ts';
import { openPage } from './open-page.ts';
import { questions } from './questions.ts';
import { browser, site } from './site-in-chromium.ts';

let page: Page;

describe('the search', () => {
  beforeAll(async () => {
    page = await browser.newPage();
    await openPage(page, site, 'index');
    await page.getByRole('button', { name: /^Search/ }).click();
  });

  test.each(Object.entries(questions))('the first result for "%s" is %s', async (question, path) => {
    await page.getByRole('searchbox').fill(question);
    const first = page.locator('.results a.result').first();
    const [file, section = ''] = path.split('#');
    await expect.poll(() => first.getAttribute('href')).toMatch(new RegExp(`^${base}${file}\\.html#${section}`));
  });

  test('a result shows an excerpt with the found words marked', async () => {
    await page.getByRole('searchbox').fill('reset data');
    const excerpt = page.locator('.results a.result').first().locator('.excerpt');
    await expect.poll(() => excerpt.innerText()).toContain('mock.reset()');
    expect(await excerpt.locator('mark').allInnerTexts()).toContain('reset');
  });

  test('the extra search words of a section do not appear on its page', async () => {
    await using other = await browser.newPage();
    await openPage(other, site, 'mock/in-tests');
    expect(await other.locator('main').innerText()).not.toContain('reset data');
  });

  test('an exported name that no guide has finds its page in the reference', async () => {
    await page.getByRole('searchbox').fill('TokenWithExpiry');
    await expect
      .poll(() => page.locator('.results a.result').first().getAttribute('href'))
      .toContain('/reference/api/@issue-tracking/sdk/');
  });
});
