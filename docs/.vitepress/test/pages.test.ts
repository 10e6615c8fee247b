import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { base, root } from '../paths.ts';
import { groups } from '../sidebar.ts';
import { openPage } from './open-page.ts';
import { browser, site } from './site-in-chromium.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const paths = ['index', ...groups.flatMap(({ pages }) => pages)];
/** One page of each layout: the landing page, the playground, a guide with code to run, a long table, the API. */
const layouts = ['index', 'playground', 'client/pagination', 'reference/support', 'reference/api/index'];

describe('the site in Chromium', () => {
  describe.each([
    { width: 390, colorScheme: 'dark', opened: paths },
    { width: 1280, colorScheme: 'light', opened: layouts },
  ] as const)('with a width of $width px in $colorScheme mode', ({ width, colorScheme, opened }) => {
    let page: Page;
    const errors: string[] = [];
    beforeAll(async () => {
      page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' });
      page.on('pageerror', ({ message }) => errors.push(message));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    });
    beforeEach(() => void errors.splice(0));

    test.each(opened)('shows the page %s without errors or horizontal scrolling', async (path) => {
      await openPage(page, site, path);
      expect(errors).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    });

    test.each(layouts)('shows the layout of %s without serious violations of axe', async (path) => {
      await openPage(page, site, path);
      if (path === 'playground') await page.frameLocator('iframe').locator('body[data-runs]').waitFor();
      await page.evaluate(axe);
      const { violations }: AxeResults = await page.evaluate("axe.run({ resultTypes: ['violations'] })");
      const serious = violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
      expect(serious).toEqual([]);
    });
  });

  test('has links in pages, in the navigation and in search results that lead to pages below its base path', async () => {
    await using page = await browser.newPage();
    const missing: string[] = [];
    page.on('response', (response) => response.status() >= 400 && missing.push(response.url()));
    await openPage(page, site, 'index');
    await page.getByRole('link', { name: 'Call the API' }).first().click();
    await page.waitForURL(/start\/call-the-api/);
    await page.getByRole('navigation', { name: 'Main Navigation' }).getByRole('link', { name: 'Mock' }).click();
    await page.getByRole('heading', { level: 1, name: 'Test with createMock' }).waitFor();
    await page.getByRole('button', { name: /^Search/ }).click();
    await page.getByRole('searchbox').fill('pagination');
    await page.locator('.results a.result').first().click();
    await page.waitForURL(/client\/pagination/);
    expect(new URL(page.url()).pathname.startsWith(base)).toBe(true);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(missing).toEqual([]);
  });

  test('says at the first installation of a page what to do while the packages are not published', async () => {
    const [, sentence = ''] = /^(The packages aren't on npm yet): .*$/m.exec(readme) ?? [];
    await using page = await browser.newPage();
    for (const path of ['index', 'start/call-the-api', 'recipes/storybook']) {
      await openPage(page, site, path);
      const notes = await page.locator('.warning').filter({ hasText: 'in a clone' }).allInnerTexts();
      expect(notes, path).toEqual(sentence ? [expect.stringContaining(sentence)] : []);
    }
  });

  test('names the modules of the API by their imports, and what each is for', async () => {
    await using page = await browser.newPage();
    await openPage(page, site, 'reference/api/index');
    const names = await page.locator('.vp-doc td:first-child').allInnerTexts();
    expect(names.toSorted()).toEqual(['sdk', 'mock', 'model'].flatMap(importsOf).toSorted());
  });

  test('has a search field where a page is missing, which finds it by the words of the address', async () => {
    await using page = await browser.newPage();
    await page.goto(`${site.url}/client/error-handling.html`);
    await page.getByLabel('Search the guides and the reference').press('Enter');
    await page.locator('.results a.result').first().click();
    await page.waitForURL(/client\/errors-and-retries/);
  });

  test('shows the type of a name on hover', async () => {
    await using page = await browser.newPage();
    await openPage(page, site, 'client/pagination');
    await page.locator('.twoslash-hover', { hasText: 'createMock' }).nth(1).hover();
    await expect.poll(() => page.locator('.v-popper__popper--shown').innerText()).toContain('createMock(');
  });
});

/** The imports that a package documents: all but those of tools and files. */
function importsOf(name: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(root, `packages/${name}/package.json`), 'utf8'));
  return Object.keys(exports)
    .filter((path) => !/\.json$|internal|credential|node-version|storybook\//.test(path))
    .map((path) => posix.join('@issue-tracking', name, path));
}
