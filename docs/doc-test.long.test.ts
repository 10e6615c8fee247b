import { afterAll, beforeAll, expect, test } from 'vitest';
import { setups } from '../tools/compat/setups.ts';
import { closeBrowser } from '../tools/doc-test/browser.ts';
import { createDocTester, type DocTester, testedPages } from '../tools/doc-test/doc-tester.ts';

let docs: DocTester;
beforeAll(async () => {
  docs = await createDocTester({ build: true });
});
afterAll(async () => {
  await closeBrowser();
  await docs?.[Symbol.asyncDispose]();
});

// Pages that create an application with the newest versions of the registry are rows of `pnpm compat`, once a week.
const created = setups.flatMap((setup) => setup.created?.page ?? []);

test.concurrent.each(testedPages().filter((page) => !created.includes(page)))(
  'each block of %s has the result that the page shows',
  {
    tags: ['bash', 'curl', 'chromium'],
  },
  async (page) => {
    const failure = await docs.test(page);
    expect(failure && `${page}:${failure.line}: ${failure.message}`).toBeUndefined();
  },
);
