import { globSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { beforeAll, describe, expect, test } from 'vitest';
import { dist } from '../paths.ts';
import { miniSearch } from '../search.ts';
import { openPage } from './open-page.ts';
import { firstQuestions, questions } from './questions.ts';
import { browser, site } from './site-in-chromium.ts';

describe('the index of the search', () => {
  let index: MiniSearch;
  beforeAll(async () => {
    const [file = ''] = globSync(join(dist, 'assets/chunks/@localSearchIndexroot.*.js'));
    const { default: json } = await import(/* @vite-ignore */ file);
    // As VitePress's search box loads it.
    const { options, searchOptions } = miniSearch;
    index = MiniSearch.loadJSON(json, { ...options, storeFields: ['title', 'titles'], searchOptions });
  });

  const first = (question: string) => String(index.search(question)[0]?.id);

  test.each(Object.entries(questions))('has for "%s" the first result %s', (question, path) => {
    const [file, section = ''] = path.split('#');
    expect(first(question)).toMatch(new RegExp(`^/${file}\\.html#${section}`));
  });

  test.each(Object.entries(firstQuestions))('has for "%s" %s among the first two results', (question, path) => {
    const [first, second] = index.search(question).map(({ id }) => String(id));
    expect([first, second]).toContainEqual(expect.stringMatching(new RegExp(`^/${path}\\.html`)));
  });

  test('has an exported name that no guide has', () => {
    expect(first('TokenWithExpiry')).toMatch(/^\/reference\/api\/@issue-tracking\/sdk\/interfaces\/TokenWithExpiry/);
  });
});

describe('in Chromium,', () => {
  test('a result shows an excerpt with the found words marked', async () => {
    await using page = await browser.newPage();
    await openPage(page, site, 'index');
    await page.getByRole('button', { name: /^Search/ }).click();
    await page.getByRole('searchbox').fill('reset data');
    const excerpt = page.locator('.results a.result').first().locator('.excerpt');
    await expect.poll(() => excerpt.innerText()).toContain('mock.reset()');
    expect(await excerpt.locator('mark').allInnerTexts()).toContain('reset');
  });

  test('the extra search words of a section do not appear on its page', async () => {
    await using page = await browser.newPage();
    await openPage(page, site, 'mock/in-tests');
    expect(await page.locator('main').innerText()).not.toContain('reset data');
  });
});
