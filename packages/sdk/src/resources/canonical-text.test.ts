import { expect, test } from 'vitest';
import { canonicalText } from './canonical-text.ts';

test.each([
  ['trimmed', '  a b\n', 'a b'],
  ['with LF for CRLF', 'a\r\nb', 'a\nb'],
  ['with single blanks', 'a \t  b\n\nc', 'a b\nc'],
  ['composed', 'cafe\u0301', 'caf\u00e9'],
  ['without zero-width characters', 'a\u200b\u200db\ufeff', 'ab'],
  ['without control characters', 'a\u0000b', 'ab'],
  ['escaped', `a < b && "it's" >`, 'a &lt; b &amp;&amp; &quot;it&#39;s&quot; &#x3E;'],
])('a text has the same canonical form %s', (_, text, kept) => {
  expect(canonicalText(kept)).toBe(canonicalText(text));
});

test.each([
  ['a prefix', 'Deployed 4.2.1', 'Deployed 4.2'],
  ['another case', 'deployed', 'Deployed'],
  ['a word more', 'Deployed', 'Deployed again'],
])('%s has another canonical form', (_, one, other) => {
  expect(canonicalText(one)).not.toBe(canonicalText(other));
});

test('text that only looks like an entity does not change', () => {
  for (const text of ['&nothing;', '&#1114112;', '&#xFFFFFF;', 'AT&T', '&;']) expect(canonicalText(text)).toBe(text);
});
