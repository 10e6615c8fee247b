import { expect, test } from 'vitest';
import { requestLine } from './reporter.ts';

const marked = (format: string, text: string) => `<${format} ${text}>`;

test.each([
  [200, '<green 200>'],
  [304, '<cyan 304>'],
  [404, '<yellow 404>'],
  [503, '<red 503>'],
  [null, '<red no answer>'],
])('the status %s is shown as %s', (status, shown) => {
  expect(requestLine({ method: 'GET', path: '/x', status, ms: 12 }, marked)).toBe(`GET   /x ${shown} <dim 12 ms>`);
});

test('a path can’t move the cursor', () => {
  const line = requestLine({ method: 'GET', path: '/\u009b2J\x1b[2Jé', status: 404, ms: 0 }, (_format, text) => text);
  expect(line).toBe('GET   /%C2%9B2J%1B[2J%C3%A9 404 0 ms');
});
