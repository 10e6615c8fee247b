import { demoWorld, screenshot } from '@issue-tracking/mock/demo';
import { expect, test } from 'vitest';

const pageUrl = 'https://shop.acme.example/checkout/payment?step=2';

test('a picture is the same for the same page and seed, and another for another', () => {
  const one = screenshot({ pageUrl, viewportSize: '390x844', seed: 'a' });
  expect(one).toMatchObject({ width: 390, height: 844 });
  expect(screenshot({ pageUrl, viewportSize: '390x844', seed: 'a' })).toEqual(one);
  expect(screenshot({ pageUrl, viewportSize: '390x844', seed: 'b' }).url).not.toBe(one.url);
});

test('a page’s address can’t write into the picture', () => {
  const { url } = screenshot({ pageUrl: "https://x.example/a'%3C<script>&b" });
  expect(decodeURIComponent(url)).not.toMatch(/<script|&/);
});

test('a page that is no address, and a viewport that is none', () => {
  expect(screenshot({ pageUrl: 'checkout' }).url).toContain('data:image/svg+xml,');
  expect(() => screenshot({ viewportSize: 'large' })).toThrow(
    'viewportSize must be a width and a height, such as 1440x900; found "large".',
  );
});

test('the pictures of the demo world need no network and stay small', () => {
  const urls = (demoWorld().organizations ?? [])
    .flatMap(({ projects = [] }) => projects.flatMap(({ issues = [] }) => issues))
    .flatMap(({ screenshots = [] }) => screenshots.map(({ url = '' }) => url));
  expect(urls.length).toBeGreaterThan(300);
  expect(urls.filter((url) => !url.startsWith('data:image/svg+xml,'))).toEqual([]);
  expect(Math.max(...urls.map(({ length }) => length))).toBeLessThan(1500);
});
