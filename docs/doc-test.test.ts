import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, testedPages } from '../tools/doc-test/doc-tester.ts';
import { stepsOf } from '../tools/doc-test/parse-page.ts';

// docs/doc-test.long.test.ts runs the blocks.
test.each(testedPages())('each block of %s is run, is saved or has a reason why it is skipped', (page) => {
  expect(stepsOf(join(root, page)).length).toBeGreaterThan(0);
});
