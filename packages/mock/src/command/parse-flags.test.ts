import { expect, test } from 'vitest';
import { flags, helpLines } from './flags.ts';
import { parseFlags } from './parse-flags.ts';

test('a flag has its last value', () => {
  const given = parseFlags(['--port', '0', '--port=8080', '--quiet', '--world', 'empty']);
  expect(given.value('port')).toBe('8080');
  expect(given.value('world')).toBe('empty');
  expect(given.has('quiet')).toBe(true);
  expect(given.has('json')).toBe(false);
});

test('an omitted flag has its default', () => {
  const given = parseFlags([]);
  expect(given.value('port')).toBe('4010');
  expect(given.value('rate-limit')).toBe('100');
  expect(given.all('port')).toEqual([]);
});

test('a repeatable flag has all its values', () => {
  const given = parseFlags(['--behavior', 'listItem=reporter', '--behavior=lockout=source']);
  expect(given.all('behavior')).toEqual(['listItem=reporter', 'lockout=source']);
});

test('-h means --help, and no other letter is a flag', () => {
  expect(parseFlags(['-h']).has('help')).toBe(true);
  for (const letter of ['-v', '-p', '-qh']) expect(() => parseFlags([letter])).toThrow('Unknown flag -');
});

test('serve is accepted as the first argument only, and no other word', () => {
  expect(parseFlags(['serve', '--port', '1']).value('port')).toBe('1');
  expect(() => parseFlags(['start'])).toThrow('Unexpected argument "start"');
  expect(() => parseFlags(['--quiet', 'serve'])).toThrow('Unexpected argument "serve"');
});

test.each([
  [['--prot', '1'], 'Unknown flag --prot: did you mean "--port"?'],
  [['--xyz', '1'], 'Unknown flag --xyz: known are --port, --host,'],
  [['-p', '1'], 'Unknown flag -p'],
  [['--constructor'], 'Unknown flag --constructor'],
  [['--no-quiet'], 'Unknown flag --no-quiet'],
  [['--port', 'http'], '--port can\'t be "http": it must be a whole number from 0 to 65535'],
  [['--port', '65536'], 'from 0 to 65535'],
  [['--port', '0x10'], 'from 0 to 65535'],
  [['--port='], '--port needs a value: a whole number'],
  [['--port'], '--port needs a value: a whole number'],
  [['--port', '--quiet'], '--port needs a value'],
  [['--quiet=yes'], '--quiet takes no value, found "yes"'],
  [['--rate-limit', '0'], 'a whole number from 1, or off'],
  [['--latency', '400-50'], '--latency can\'t be "400-50"'],
  [['--fault', '503'], '--fault can\'t be "503": it must be a fault as a JSON object'],
  [['--latency', '-5'], '--latency can\'t be "-5"'],
  [['--seed', '1.5'], 'a whole number from 0'],
  [['--cors', 'app.example'], 'an origin such as https://app.example, or *'],
  [['--cors', 'https://app.example/'], 'an origin'],
  [['--allow-host', 'mock:4010'], 'a host name without a port'],
  [['--behavior', 'listItem'], 'NAME=VALUE'],
])('%j is rejected: %s', (argv, message) => {
  expect(() => parseFlags(argv)).toThrow(message);
});

test('the error for an invalid token does not contain the token', () => {
  expect(() => parseFlags(['--token', 'my secret'])).toThrow(/^(?!.*my secret).*--token can't be this value/);
});

test('the help has one line for each flag', () => {
  const lines = helpLines();
  for (const name of Object.keys(flags)) {
    expect(lines.filter((line) => new RegExp(`^  (-h, )?--${name} `).test(line))).toHaveLength(1);
  }
});
