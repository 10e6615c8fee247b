import { expect, test } from 'vitest';
import { splitWords, wrapWords } from './wrap-words.ts';

test('wrapWords fits lines into the width minus the margin, and indents all lines but the first', () => {
  expect(wrapWords(splitWords('one two three four'), 14, 4)).toBe('one two\n    three four');
});

test('wrapWords keeps one line at an infinite width', () => {
  expect(wrapWords(splitWords('one two three four'), Number.POSITIVE_INFINITY, 4)).toBe('one two three four');
});

test('wrapWords does not break a word that is longer than a line', () => {
  expect(wrapWords(splitWords('a incomprehensibilities b'), 10, 4)).toBe('a\n    incomprehensibilities\n    b');
});

test('wrapWords measures words without their colours, and colours each word separately', () => {
  const words = splitWords('one two', (word) => `<${word}>`);
  expect(wrapWords(words, 7, 0)).toBe('<one> <two>');
  expect(wrapWords(words, 6, 0)).toBe('<one>\n<two>');
});
