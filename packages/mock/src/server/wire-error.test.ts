import { Duplex } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { rejectConnection } from './wire-error.ts';

/** A connection whose other side reads, and never closes. */
function connection(): { socket: Duplex; sent: () => string } {
  let sent = '';
  const socket = new Duplex({
    allowHalfOpen: true,
    read: () => {},
    write(chunk, _encoding, done) {
      sent += chunk;
      done();
    },
  });
  return { socket, sent: () => sent };
}

test('a connection with invalid HTTP gets 400 and is closed after a grace period', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { socket, sent } = connection();
  rejectConnection(new Error('Parse Error: Invalid header token'), socket, 1000);
  expect(sent()).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(sent()).toMatch(/\r\n\r\n{"error":"Not an HTTP request: Invalid header token"}$/);
  vi.advanceTimersByTime(999);
  expect(socket.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(socket.destroyed).toBe(true);
  vi.useRealTimers();
});

test('a rejected connection that sends more is closed at once', () => {
  const { socket } = connection();
  rejectConnection(new Error('Parse Error'), socket, 3_600_000);
  rejectConnection(new Error('Parse Error'), socket, 3_600_000);
  expect(socket.destroyed).toBe(true);
});

test('a connection that was reset gets no response', () => {
  const { socket, sent } = connection();
  rejectConnection(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), socket, 3_600_000);
  expect(socket.destroyed).toBe(true);
  expect(sent()).toBe('');
});
