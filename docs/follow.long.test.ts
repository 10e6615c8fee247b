import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeBrowser } from '../tools/follow/browser.ts';
import { followedPages, type Readers, readers } from '../tools/follow/reader.ts';

let all: Readers;
beforeAll(async () => {
  all = await readers({ build: true });
}, 300_000);
afterAll(async () => {
  await closeBrowser();
  await all?.[Symbol.asyncDispose]();
});

test.concurrent.each(followedPages())(
  'who follows %s gets what it shows',
  {
    timeout: 300_000,
    tags: ['bash', 'curl', 'chromium'],
  },
  async (page) => {
    const stumble = await all.follow(page);
    expect(stumble && `${page}:${stumble.line}: ${stumble.said}`).toBeUndefined();
  },
);
