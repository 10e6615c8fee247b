import { expect, test } from 'vitest';
import { splitWords, wrapWords } from './wrap-words.ts';

test('words are put in lines that fit beside a margin', () => {
  expect(wrapWords(splitWords('one two three four'), 14, 4)).toBe('one two\n    three four');
});

test('without an end nothing is wrapped', () => {
  expect(wrapWords(splitWords('one two three four'), Number.POSITIVE_INFINITY, 4)).toBe('one two three four');
});

test('a word that is longer than a line stays whole', () => {
  expect(wrapWords(splitWords('a incomprehensibilities b'), 10, 4)).toBe('a\n    incomprehensibilities\n    b');
});

test('colours take no room, and end with each word', () => {
  const words = splitWords('one two', (word) => `<${word}>`);
  expect(wrapWords(words, 7, 0)).toBe('<one> <two>');
  expect(wrapWords(words, 6, 0)).toBe('<one>\n<two>');
});
