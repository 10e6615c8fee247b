import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { closedPort } from '../../test/support/closed-port.ts';
import { connectionFailure } from './connection-failure.ts';
import { connectionFailure as connectionFailureInBrowser } from './runtime.ts';

const coded = (code: string, message = 'x', more: object = {}) => Object.assign(new Error(message), { code, ...more });
const rejected = coded('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:443', { syscall: 'connect' });
const reset = coded('ECONNRESET', 'read ECONNRESET', { syscall: 'read' });
const wrapped = (cause: unknown) => new TypeError('fetch failed', { cause });
/** The error of an application's `fetch` that wraps another error. */
const inClient = (cause: unknown) => new Error('the gateway client failed', { cause });
const deno = (detail: string) => new TypeError(`error sending request for url (https://issues.test/): ${detail}`);

test.each([
  ['a refused connection', wrapped(rejected)],
  ['a name that is not found', wrapped(coded('ENOTFOUND', 'x', { syscall: 'getaddrinfo' }))],
  ['a connection that takes too long', wrapped(coded('UND_ERR_CONNECT_TIMEOUT'))],
  ['a connection refused by every address', wrapped(new AggregateError([rejected, rejected]))],
  ['TLS to a port that does not speak it', wrapped(coded('ERR_SSL_WRONG_VERSION_NUMBER'))],
  [
    'a connection that ended in the handshake',
    wrapped(coded('ECONNRESET', 'socket disconnected before secure TLS connection was established')),
  ],
  [
    'a proxy that could not connect',
    wrapped(coded('UND_ERR_ABORTED', 'Proxy response (502) !== 200 when HTTP Tunneling')),
  ],
  [
    'a refused connection in Bun',
    coded('ConnectionRefused', 'Unable to connect. Is the computer able to access the url?'),
  ],
  ['a name that is not found in Bun', coded('FailedToOpenSocket', 'Was there a typo in the url or port?')],
  [
    'a refused connection in Deno',
    deno('client error (Connect): tcp connect error: Connection rejected (os error 111)'),
  ],
  ['a name that is not found in Deno', deno('client error (Connect): dns error: failed to lookup address information')],
])('%s counts as unsent and temporary', (_, error) => {
  for (const one of [error, inClient(error)]) {
    expect(connectionFailure(one)).toMatchObject({ kind: 'unconnected', sent: false });
    expect(connectionFailure(one).retries).toBeGreaterThan(0);
  }
});

test.each([
  ['CERT_HAS_EXPIRED', 'certificate has expired'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames"],
])('a certificate rejected with %s counts as unsent and final, with its reason', (code, reason) => {
  expect(connectionFailure(wrapped(coded(code, reason)))).toMatchObject({ sent: false, retries: 0, reason });
});

test('an invalid certificate in Deno is final too', () => {
  const error = deno('client error (Connect): invalid peer certificate: UnknownIssuer');
  expect(connectionFailure(error)).toMatchObject({
    sent: false,
    retries: 0,
    reason: 'invalid certificate: UnknownIssuer',
  });
});

test('a proxy that requires credentials is a final failure before sending', () => {
  const error = wrapped(coded('UND_ERR_ABORTED', 'Proxy response (407) !== 200 when HTTP Tunneling'));
  expect(connectionFailure(error)).toMatchObject({ sent: false, retries: 0 });
});

test.each([
  ['a reset', wrapped(reset)],
  ['a host out of reach while reading', wrapped(coded('EHOSTUNREACH', 'x', { syscall: 'read' }))],
  ['a network out of reach while writing', wrapped(coded('ENETUNREACH', 'x', { syscall: 'write' }))],
  ['a connection lost while writing', wrapped(coded('EPIPE', 'x', { syscall: 'write' }))],
  ['a connection reset by one of several addresses', wrapped(new AggregateError([rejected, reset]))],
  ['a connection that Bun lost', coded('ConnectionClosed', 'The socket connection was closed unexpectedly.')],
  ['a connection that Deno lost', deno('client error (SendRequest): connection closed before message completed')],
  ['an error without a cause, as in browsers', new TypeError('Failed to fetch')],
  ['an empty list of errors', wrapped(new AggregateError([]))],
])('%s counts as possibly sent, and as temporary', (_, error) => {
  for (const one of [error, inClient(error)])
    expect(connectionFailure(one)).toMatchObject({ kind: 'lost', sent: true, retries: Infinity });
});

test.each([
  ['Chrome', new TypeError('Failed to fetch')],
  ['Chrome since 2026', new TypeError('Failed to fetch (issues.test)')],
  ['a body in Chrome', new TypeError('network error')],
  ['Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
  ['Safari 17', new TypeError('Load failed')],
  ['Safari 16', new TypeError('The network connection was lost.')],
  ['Safari 16 without a host', new TypeError('A server with the specified hostname could not be found.')],
  ['React Native', new TypeError('Network request failed')],
  ['undici', new TypeError('fetch failed')],
  ['Deno', deno('client error (SendRequest)')],
  ['Cloudflare Workers', new Error('Network connection lost.')],
  ['node-fetch', new Error('request to https://issues.test/ failed, reason: socket hang up')],
])('the text of a network failure in %s is known, also without codes', (_, error) => {
  for (const one of [error, inClient(error)]) {
    expect(connectionFailure(one)).toMatchObject({ kind: 'lost', sent: true, retries: Infinity });
    expect(connectionFailureInBrowser(one)).toMatchObject({ kind: 'hidden', sent: true, retries: Infinity });
  }
});

test.each([
  ['a programming error', new TypeError("Cannot read properties of undefined (reading 'x')")],
  ['a file that is missing', coded('ENOENT', 'x', { syscall: 'open' })],
  ['an abort of its own', new DOMException('This operation was aborted', 'AbortError')],
  ['a string', 'ECONNREFUSED'],
  ['undefined', undefined],
])('%s is final, and counts as possibly sent', (_, error) => {
  expect(connectionFailure(error)).toMatchObject({ kind: 'foreign', sent: true, retries: 0 });
  expect(connectionFailureInBrowser(error)).toMatchObject({ kind: 'foreign', sent: true, retries: 0 });
});

test.each([
  ['a dispatcher of another version of undici', wrapped(coded('UND_ERR_INVALID_ARG', 'invalid onRequestStart method'))],
  ['a dispatcher that is none', wrapped(new TypeError('agent.dispatch is not a function'))],
  ['a header that undici sets itself', wrapped(coded('UND_ERR_INVALID_ARG', 'invalid upgrade header'))],
  ['a header that undici does not support', wrapped(coded('UND_ERR_NOT_SUPPORTED', 'expect header not supported'))],
  ['a wrong content length', wrapped(coded('UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'))],
  ['a closed agent', wrapped(coded('UND_ERR_CLOSED', 'The client is closed'))],
  ["undici's MockAgent", wrapped(coded('UND_MOCK_ERR_MOCK_NOT_MATCHED', 'Mock dispatch not matched'))],
  ['MSW without a handler', wrapped(new Error('[MSW] Cannot bypass a request when using the "error" strategy'))],
  ['a blocked port', wrapped(new Error('bad port'))],
  ['a blocked port in Deno', new TypeError('Fetch failed: Requests to port 6000 are blocked')],
  ['another scheme', wrapped(new Error('unknown scheme'))],
  ['another scheme in Deno', new TypeError("Url scheme 'ftp' not supported")],
  ['another scheme in Bun', coded('ERR_INVALID_ARG_VALUE', 'protocol must be http:, https: or s3:')],
  ['no address', new TypeError('Failed to parse URL from x', { cause: coded('ERR_INVALID_URL', 'Invalid URL') })],
  ['no address in Bun', coded('ERR_INVALID_URL', 'fetch() URL is invalid')],
  ['a used request', new TypeError('Cannot construct a Request with a Request object that has already been used.')],
  ['a used request in Bun', coded('ERR_BODY_ALREADY_USED', 'Request body already used')],
  ['a used request in Deno', new TypeError("Input request's body is unusable")],
  ['a header of node:http', coded('ERR_INVALID_CHAR', 'Invalid character in header content ["x"]')],
])('a request that is refused because of %s is unsent and final, also inside another error', (_, error) => {
  for (const one of [error, inClient(error)])
    expect(connectionFailure(one)).toMatchObject({ kind: 'refused', sent: false, retries: 0 });
});

test("the platform's fetch refuses headers, ports and dispatchers, and the reason says how to mend it", async () => {
  const failing = async (url: string, init: RequestInit & { dispatcher?: object }) =>
    connectionFailure(await fetch(url, init as RequestInit).catch((error: unknown) => error));
  const post = { method: 'POST', body: '{}' };
  for (const name of ['expect', 'keep-alive', 'upgrade', 'transfer-encoding', 'content-length']) {
    const failure = await failing('http://127.0.0.1:8099', { ...post, headers: { [name]: 'x' } });
    expect(failure, name).toMatchObject({ kind: 'refused', reason: expect.stringContaining(name) });
  }
  expect(await failing('http://127.0.0.1:6000', post)).toMatchObject({ kind: 'refused', reason: 'bad port' });
  expect(await failing('http://127.0.0.1:8099', { ...post, dispatcher: {} })).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('Import both fetch and the dispatcher from undici'),
  });
});

test.each([
  ['issues.test', 0],
  ['tracker.invalid', 0],
  ['www.example', 0],
  ['tracker', 0],
  ['issues.example.com', 1],
  ['latest.issues.dev', 1],
])('a host %s that is not found gets %i more attempts', (host, retries) => {
  const error = wrapped(coded('ENOTFOUND', `getaddrinfo ENOTFOUND ${host}`, { syscall: 'getaddrinfo' }));
  expect(connectionFailure(error)).toMatchObject({ kind: 'unconnected', sent: false, retries });
});

test.each([
  ['Node', wrapped(coded('EAI_AGAIN', 'getaddrinfo EAI_AGAIN tracker.test', { syscall: 'getaddrinfo' }))],
  [
    'Deno',
    deno(
      'client error (Connect): dns error: failed to lookup address information: Temporary failure in name resolution',
    ),
  ],
])('a name server that does not respond now gets all attempts in %s', (_, error) => {
  expect(connectionFailure(error)).toMatchObject({ kind: 'unconnected', sent: false, retries: Infinity });
});

test.each(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])("%s, which is Node's limit, says so", (code) => {
  expect(connectionFailure(wrapped(coded(code, 'Headers Timeout Error')))).toMatchObject({
    kind: 'lost',
    reason: expect.stringMatching(/^Headers Timeout Error\. Node ends a request after 300 s without a byte\./),
  });
});

test.each([
  ['Agent.dispatch', { kind: 'refused', sent: false }],
  ['Agent.destroy', { kind: 'lost', sent: true }],
])(
  'a request that a destroyed agent of undici ends in %s is not retried, and was sent if it was in flight',
  (frame, expected) => {
    const stack = `ClientDestroyedError: The client is destroyed\n    at ${frame} (/app/undici/lib/dispatcher/dispatcher-base.js:178:15)\n    at Agent.dispatch (x.js:1:1)`;
    const error = wrapped(coded('UND_ERR_DESTROYED', 'The client is destroyed', { stack }));
    expect(connectionFailure(error)).toMatchObject({ ...expected, retries: 0, reason: 'The client is destroyed' });
  },
);

const hyper = (detail: string) => wrapped(deno(`client error (SendRequest): ${detail}`));

test.each([
  ['a header block that is too large', wrapped(coded('UND_ERR_HEADERS_OVERFLOW'))],
  ['two values of Content-Length', wrapped(coded('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'))],
  ['two values of Content-Length, in older Node', wrapped(coded('HPE_UNEXPECTED_CONTENT_LENGTH'))],
  ['an invalid status', wrapped(Object.assign(new Error('x'), { name: 'HTTPParserError' }))],
  ['too many content codings', wrapped(new Error('too many content-encodings in response: 9, maximum allowed is 5'))],
  ['a header block that is too large, in Deno', hyper('message head is too large')],
  ['an invalid Content-Length, in Deno', hyper('invalid content-length parsed')],
  ['an invalid header, in Deno', hyper('invalid HTTP header parsed')],
  ['an invalid status, in Deno', hyper('invalid HTTP status-code parsed')],
])('a response with %s counts as unreadable, and is final unless it fails in the body', (_, error) => {
  expect(connectionFailure(error)).toMatchObject({ kind: 'unreadable', sent: true, retries: 0 });
  // In a body it may be a connection that was cut off.
  expect(connectionFailure(error, true)).toMatchObject({ kind: 'lost', sent: true, retries: Infinity });
});

test('bytes that are no HTTP response count as a lost connection', () => {
  const error = wrapped(coded('HPE_INVALID_CONSTANT', 'Expected HTTP/, RTSP/ or ICE/'));
  expect(connectionFailure(error)).toMatchObject({ kind: 'lost', sent: true, retries: Infinity });
});

test('a circular chain of causes ends', () => {
  const error = new Error('round');
  error.cause = error;
  expect(connectionFailure(error)).toMatchObject({ sent: true });
});

test.each([
  [wrapped(rejected), 'connect ECONNREFUSED 10.0.0.1:443'],
  [wrapped(new AggregateError([rejected, rejected])), 'connect ECONNREFUSED 10.0.0.1:443'],
  [wrapped(coded('ECONNREFUSED', '')), 'ECONNREFUSED'],
  [new TypeError('Failed to fetch'), 'Failed to fetch'],
  ['text', undefined],
])('the reason is that of the root cause', (error, reason) => {
  expect(connectionFailure(error).reason).toBe(reason);
});

test("the platform's errors for a refused connection and for TLS to a plain port count as unsent", async () => {
  const closed = await closedPort();
  const error = await new Promise((resolve) => connect(closed).on('error', resolve));
  closed.free();
  expect(connectionFailure(wrapped(error)).sent).toBe(false);

  const server = createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const failure = await fetch(`https://127.0.0.1:${port}`).then(
    () => expect.unreachable('it connected'),
    connectionFailure,
  );
  expect(failure).toMatchObject({ sent: false, retries: Infinity, reason: 'wrong version number' });
  server.close();
});
