import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeBrowser } from '../tools/doc-test/browser.ts';
import { createDocTester, type DocTester, testedPages } from '../tools/doc-test/doc-tester.ts';

let docs: DocTester;
beforeAll(async () => {
  docs = await createDocTester({ build: true });
}, 300_000);
afterAll(async () => {
  await closeBrowser();
  await docs?.[Symbol.asyncDispose]();
});

test.concurrent.each(testedPages())(
  'every block of %s does what the page shows',
  {
    timeout: 300_000,
    tags: ['bash', 'curl', 'chromium'],
  },
  async (page) => {
    const failure = await docs.test(page);
    expect(failure && `${page}:${failure.line}: ${failure.message}`).toBeUndefined();
  },
);
