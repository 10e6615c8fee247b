import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { base, dist, siteUrl } from '../paths.ts';

const pages = globSync('**/*.html', { cwd: dist })
  .filter((path) => path !== '404.html')
  .map((path) => ({ path, html: readFileSync(join(dist, path), 'utf8') }));

function repeated(values: (string | undefined)[]): (string | undefined)[] {
  return values.filter((value, index) => !value || values.indexOf(value) !== index);
}

function content(html: string, name: string): string | undefined {
  return new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
}

describe('every page has, in its head,', () => {
  test('a title of its own', () => {
    expect(repeated(pages.map(({ html }) => /<title>(.*?)<\/title>/.exec(html)?.[1]))).toEqual([]);
  });

  test('a description of its own, of one paragraph', () => {
    const descriptions = pages.map(({ html }) => content(html, 'description'));
    expect(repeated(descriptions)).toEqual([]);
    expect(descriptions.filter((text = '') => text.length < 30 || /[`[\]|]|\*\*/.test(text))).toEqual([]);
  });

  test('its own address, for search engines and for previews of its link', () => {
    for (const { path, html } of pages) {
      const address = `${siteUrl}${base}${path.replace(/(^|\/)index\.html$/, '$1')}`;
      expect(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1], path).toBe(address);
      expect(content(html, 'og:url'), path).toBe(address);
      expect(content(html, 'og:title'), path).toBeTruthy();
      expect(content(html, 'og:description'), path).toBe(content(html, 'description'));
    }
  });

  test('the picture of the card, which the site has', () => {
    const [card, ...others] = new Set(pages.map(({ html }) => content(html, 'og:image')));
    expect(others).toEqual([]);
    // A PNG begins with its size, of which previews expect twice as much width as height.
    const png = readFileSync(join(dist, (card ?? '').slice(`${siteUrl}${base}`.length)));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  });
});
