import { expect, test } from 'vitest';
import { printerOf } from './printer.ts';

function printed(terminal: boolean, env = {}) {
  let text = '';
  const write = (more: string) => {
    text += more;
  };
  const printer = printerOf({ out: write, error: write, terminal, env, onSignal: () => {} });
  return { ...printer, text: () => text };
}

const hostile =
  'a\u001b]0;PWNED\u0007\u001b[2J\u001b[8mb\r\nGET /fake 200\u2028c\u202ed\u0085e\u009b2Jf\u2066g\u001b[31mh\u001b[39mi';

test.each([
  ['a terminal', true],
  ['a pipe', false],
])('a text from elsewhere is one line without control characters, in %s', (_, terminal) => {
  const { out, error, text } = printed(terminal);
  out(hostile);
  error(hostile);
  const line = (colour: string, end: string) => `ab  GET /fake 200 c d ef g${colour}h${end}i\n`;
  // Its colours are those of the command, which hide nothing.
  const coloured = terminal ? line('\u001b[31m', '\u001b[39m') : line('', '');
  expect(text()).toBe(coloured + line('', ''));
});

test('colours are printed in a terminal only, and not with NO_COLOR', () => {
  const [terminal, pipe, plain] = [printed(true), printed(false), printed(true, { NO_COLOR: '1' })];
  for (const { out, paint } of [terminal, pipe, plain]) out(`one ${paint('red', 'José 🚀')}`, 'two');
  expect(terminal.text()).toBe('one \u001b[31mJosé 🚀\u001b[39m\ntwo\n');
  for (const { text } of [pipe, plain]) expect(text()).toBe('one José 🚀\ntwo\n');
});

test('JSON keeps the text and has control characters as escapes', () => {
  const { json, text } = printed(false);
  json({ hostile });
  expect(text()).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069](?=.)/u);
  expect(JSON.parse(text())).toEqual({ hostile });
});
