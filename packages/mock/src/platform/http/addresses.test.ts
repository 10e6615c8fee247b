import { expect, test } from 'vitest';
import { hostOf, inUrl, isLoopback, isLoopbackOrigin } from './addresses.ts';

test.each([
  ['localhost', 'localhost'],
  ['LocalHost:4010', 'localhost'],
  ['127.0.0.1:1', '127.0.0.1'],
  ['[::1]:4010', '[::1]'],
  ['mock.internal:80', 'mock.internal'],
])('the hostname of the Host header "%s" is %s', (header, host) => {
  expect(hostOf(header)).toBe(host);
});

test.each([
  '',
  ' ',
  '[::1',
  '::1',
  'a b',
  'a/b',
  'user@host',
  'host:port',
  'host:123456',
  'a, b',
  'host?',
  'a\\b',
  'host:',
])('"%s" is not a valid Host header', (header) => {
  expect(hostOf(header)).toBeNull();
});

test.each(['localhost', 'app.localhost', '127.0.0.1', '127.8.9.10', '[::1]', '::1'])(
  '%s is a loopback host',
  (host) => {
    expect(isLoopback(host)).toBe(true);
  },
);

test.each([
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'notlocalhost',
  '128.0.0.1',
  '0.0.0.0',
  '127.1',
])('%s is not a loopback host', (host) => {
  expect(isLoopback(host)).toBe(false);
});

test.each(['http://localhost:5173', 'https://localhost', 'http://127.0.0.1:6006', 'http://[::1]:1'])(
  '%s is a loopback origin',
  (origin) => {
    expect(isLoopbackOrigin(origin)).toBe(true);
  },
);

test.each([
  'null',
  'https://evil.example',
  'http://localhost.evil.example',
  'http://localhost@evil.example',
  'file://localhost',
  '',
])('"%s" is not a loopback origin', (origin) => {
  expect(isLoopbackOrigin(origin)).toBe(false);
});

test('inUrl() returns an address in the syntax of URLs', () => {
  expect(inUrl('::1')).toBe('[::1]');
  expect(inUrl('10.0.0.1')).toBe('10.0.0.1');
  expect(inUrl('::ffff:10.0.0.1')).toBe('10.0.0.1');
});
