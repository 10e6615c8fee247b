import { expect, test } from 'vitest';
import { flags, helpLines, parseFlags } from './flags.ts';

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
  const given = parseFlags(['--cors', 'https://a.example', '--cors=https://b.example']);
  expect(given.all('cors')).toEqual(['https://a.example', 'https://b.example']);
});

test('-h means --help, and no other letter is a flag', () => {
  expect(parseFlags(['-h']).has('help')).toBe(true);
  for (const letter of ['-v', '-p', '-qh']) expect(() => parseFlags([letter])).toThrow('Unknown flag -');
});

test.each(['serve', 'start', 'world.json'])('the word %s is rejected, because only flags are allowed', (word) => {
  expect(() => parseFlags(['--quiet', word])).toThrow(`Unexpected argument "${word}"`);
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
  [['--port', '6000'], '--port can\'t be "6000": it must be another port: browsers and fetch block this one'],
  [['--port='], '--port needs a value: PORT'],
  [['--port'], '--port needs a value: PORT'],
  [['--port', '--quiet'], '--port needs a value'],
  [['--quiet=yes'], '--quiet takes no value, found "yes"'],
  [['--rate-limit', '0'], 'a whole number from 1, or off'],
  [['--cors', 'app.example'], 'it must be "*" or an origin such as https://app.example'],
  [['--cors', 'https://app.example/'], 'an origin'],
  [['--allow-host', 'mock:4010'], 'without scheme and port'],
  [['--host', 'http://x'], 'an address or host name'],
  [['--option', 'options.json'], 'Unknown flag --option: did you mean "--options"?'],
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
