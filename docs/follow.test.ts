import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPage } from '../tools/follow/read-page.ts';
import { followedPages, root } from '../tools/follow/reader.ts';

// docs/follow.long.test.ts does what the pages say.
test.each(followedPages())('every block of %s is run, saved as a file, or says why not', (page) => {
  expect(readPage(join(root, page)).length).toBeGreaterThan(0);
});
