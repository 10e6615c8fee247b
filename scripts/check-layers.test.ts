import { describe, expect, test } from 'vitest';
import { findViolations } from './check-layers.ts';

const tree = {
  root: 'packages/shop/src',
  layers: [
    { names: ['index.ts'], about: '' },
    { names: ['pages', 'mails'], about: '' },
    { names: ['store'], about: '' },
  ],
};

const others = { 'index.ts': '', 'mails/receipt.ts': '', 'store/total.ts': '' };

/** What is wrong with a file of `pages/` that has this text. */
function violationsOf(text: string) {
  const files = { ...others, 'pages/cart.ts': text };
  return findViolations(tree, { files, imports: { '#fast': ['store/fast.ts', 'index.ts'] } });
}

describe('an import may point', () => {
  test.each([
    "import { total } from '../store/total.ts';",
    "import { line } from './line.ts';",
    "import { line } from './lines/line.ts';",
    "import { z } from 'zod';",
    "import { z } from '@shop/index.ts';",
    "import manifest from '../../package.json' with { type: 'json' };",
    "const text = `import { shop } from '../index.ts'`;",
  ])('down, aside in its folder, or to another package: %s', (text) => {
    expect(violationsOf(text)).toEqual([]);
  });
});

describe('an import may not point up', () => {
  test.each([
    "import { shop } from '../index.ts';",
    "import type { Shop } from '../index.ts';",
    "import { type Shop } from '../index.ts';",
    "export { shop } from '../index.ts';",
    "export type { Shop } from '../index.ts';",
    "import '../index.ts';",
    "const { shop } = await import('../index.ts');",
    "type Shop = import('../index.ts').Shop;",
    "import { fast } from '#fast';",
  ])('%s', (text) => {
    expect(violationsOf(text)).toEqual([
      'packages/shop/src/pages/cart.ts imports packages/shop/src/index.ts: index.ts is above pages, and imports may only ' +
        'point down. Move what is needed to pages or below it, or pass it in as an argument.',
    ]);
  });
});

test('an import may not point to a neighbour of the same layer', () => {
  expect(violationsOf("import { receipt } from '../mails/receipt.ts';")).toEqual([
    expect.stringContaining('mails stands beside pages'),
  ]);
});

test('an import may not leave the sources', () => {
  expect(violationsOf("import { help } from '../../test/help.ts';")).toEqual([
    expect.stringContaining('imports stay inside packages/shop/src'),
  ]);
});

test('a folder or file without a layer is told once, however many files are in it', () => {
  const files = { ...others, 'pages/cart.ts': '', 'utils/a.ts': '', 'utils/b.ts': '', 'extra.ts': '' };
  expect(findViolations(tree, { files })).toEqual([
    'packages/shop/src/utils has no layer. Move what is in it, or give it a place in scripts/layers.ts.',
    'packages/shop/src/extra.ts has no layer. Move what is in it, or give it a place in scripts/layers.ts.',
  ]);
});

test('a layer without files is told', () => {
  expect(findViolations(tree, { files: others })).toEqual([
    'packages/shop/src/pages does not exist. Remove it from scripts/layers.ts.',
  ]);
});
