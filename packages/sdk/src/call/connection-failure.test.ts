import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { nothingSent } from './connection-failure.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
const wrapped = (cause: unknown) => new TypeError('fetch failed', { cause });

test.each([
  ['a refused connection', wrapped(refused)],
  ['a name that is not found', wrapped(Object.assign(new Error('x'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }))],
  ['a connection that takes too long', wrapped(Object.assign(new Error('x'), { code: 'UND_ERR_CONNECT_TIMEOUT' }))],
  ['every address refused', wrapped(new AggregateError([refused, refused]))],
])('%s: nothing was sent', (_, error) => {
  expect(nothingSent(error)).toBe(true);
});

test.each([
  ['a reset', wrapped(reset)],
  ['a connection lost while writing', wrapped(Object.assign(new Error('x'), { code: 'EPIPE', syscall: 'write' }))],
  ['one address that was reached', wrapped(new AggregateError([refused, reset]))],
  ['no cause, as in browsers', new TypeError('Failed to fetch')],
  ['an empty list of errors', wrapped(new AggregateError([]))],
  ['text', 'ECONNREFUSED'],
  ['nothing', undefined],
])('%s: it may have been', (_, error) => {
  expect(nothingSent(error)).toBe(false);
});

test('a chain of causes that leads back to itself ends', () => {
  const error = new Error('round');
  error.cause = error;
  expect(nothingSent(error)).toBe(false);
});

test('what the platform says of a refused connection is understood', async () => {
  const error = await new Promise((resolve) => connect({ port: 1, host: '127.0.0.1' }).on('error', resolve));
  expect(nothingSent(wrapped(error))).toBe(true);
});
