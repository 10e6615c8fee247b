import { endpoints } from '@issue-tracking/model';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { openPage } from './open-page.ts';
import { browser, site } from './site-in-chromium.ts';

/** The pages with the most names in tables. */
const paths = ['endpoints', 'behavior', 'errors', 'openapi'].map((name) => `reference/${name}`);

describe.each(paths)('the tables of %s', (path) => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.newPage();
    await openPage(page, site, path);
  });

  test.each([1440, 1024, 768, 640])('of %i px split no identifier, and scroll in their own box', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.locator('.table code').count()).toBeGreaterThan(10);
    expect(await page.locator('.table code').evaluateAll(split)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });

  test('are cards on a phone, whose cells have the headers as labels and keep their roles', async () => {
    await page.setViewportSize({ width: 390, height: 900 });
    const table = page.getByRole('table').first();
    const headers = await table.getByRole('columnheader').allTextContents();
    const cells = table.getByRole('row').nth(1).getByRole('cell');
    expect(await cells.evaluateAll(labels)).toEqual(headers);
    const [first, second] = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().top));
    expect(second).toBeGreaterThan(first ?? Number.NaN);
  });
});

/** In the page: identifiers on more than one line. A path may break after a slash, and other code after a space. */
function split(codes: Element[]): string[] {
  return codes
    .filter((code) => !/[\s/]/.test(code.textContent) && code.getClientRects().length > 1)
    .map((code) => code.textContent);
}

/** In the page: the labels that CSS shows above the texts of cells. */
function labels(cells: Element[]): string[] {
  return cells.map((cell) => getComputedStyle(cell, '::before').content.replace(/^"(.*?)".*$|^.*$/, '$1'));
}

test('each endpoint is one line from 1280 px on, and opens in the playground with a program that runs', async () => {
  await using page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await openPage(page, site, 'reference/endpoints');
  const rows = page.locator('tbody tr');
  // Two lines would be higher than 50 px.
  expect(Math.max(...(await rows.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight))))).toBeLessThan(50);
  const links = await page.locator('tbody td:first-child a').evaluateAll((all) => all.map((each) => String(each)));
  expect(links).toHaveLength(Object.keys(endpoints).length);
  for (const link of links) {
    await page.goto(link);
    const frame = page.frameLocator('iframe');
    await frame.locator('body[data-runs="1"]').waitFor();
    expect(await frame.locator('#output .error').allTextContents(), link).toEqual([]);
    expect(await frame.locator('#output .log').count(), link).toBe(1);
  }
});
