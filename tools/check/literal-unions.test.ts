import { expect, test } from 'vitest';
import { sortLiteralUnions } from './literal-unions.ts';

test('the report of a union of literals does not depend on the order in which the compiler writes it', () => {
  const inOrder = (union: string) => sortLiteralUnions(`status: Definition<${union}>;\n    other: string | 200;\n`);
  expect(inOrder('201 | 200')).toBe(inOrder('200 | 201'));
  expect(inOrder('404 | \'null\' | "empty"')).toBe(inOrder('\'null\' | "empty" | 404'));
  expect(inOrder('200 | 202')).not.toBe(inOrder('200 | 201'));
  expect(inOrder('200 | 201')).toContain('other: string | 200;');
});
