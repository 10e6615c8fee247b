import vm from 'node:vm';
import { expect, test } from 'vitest';
import { ApiError, AuthenticationError, NotFoundError, RateLimitError } from './api-errors.ts';
import { ConnectionError } from './client-errors.ts';
import { isIssueTrackingError } from './is-issue-tracking-error.ts';
import { IssueTrackingError } from './issue-tracking-error.ts';
import { redactor } from './redact.ts';

const secret = 'svc_7f3a+/=?';
const call = {
  method: 'GET',
  path: `/api/v1/projects/${encodeURIComponent(secret)}/issues`,
  endpoint: 'issues.list',
  attempts: [{ status: 404, waitedMs: 0 }],
  redact: redactor([secret]),
} as const;

test('a message contains the request, the response and a fix [ERR-1] [ERR-3] [AUTH-6]', () => {
  const facts = { status: 404, error: 'Project not found', advice: 'It may belong to another organization.' };
  const error = new NotFoundError({ call: { ...call, path: '/api/v1/projects/x/issues' }, ...facts });
  expect(String(error)).toBe(
    'NotFoundError: GET /api/v1/projects/x/issues: 404 Project not found. It may belong to another organization.',
  );
  expect(error).toMatchObject({
    method: 'GET',
    endpoint: 'issues.list',
    attempts: [{ status: 404, waitedMs: 0 }],
    details: [],
  });
  expect(error).not.toHaveProperty('mayHaveBeenApplied');
});

test('an error has its class name in the stack, and isIssueTrackingError narrows by it', () => {
  const error: unknown = new RateLimitError({ status: 429, error: 'Too many requests', retryAfterMs: 6_500 });
  if (!isIssueTrackingError(error, 'RateLimitError')) throw new Error('not recognised');
  expect(error.retryAfterMs).toBe(6_500);
  expect(error.stack).toMatch(/^RateLimitError: 429 Too many requests/);
  expect(Object.keys(error)).not.toContain('name');
  expect(isIssueTrackingError(error, 'NotFoundError')).toBe(false);
});

test.each([
  { message: Object.create(null), name: Symbol('name'), stack: 1, code: 2 },
  Object.create(null),
  Symbol('thrown'),
])('a cause may be anything that can be thrown: %o', (cause) => {
  expect(new ConnectionError('lost', { cause }).cause).toBeInstanceOf(Error);
});

test('isIssueTrackingError recognises errors of another realm or another copy of the package', () => {
  const foreign = vm.runInNewContext(`
    class Foreign extends Error {}
    Foreign.prototype[Symbol.for('@issue-tracking/sdk.error')] = true;
    new Foreign('from elsewhere')`);
  expect(foreign).not.toBeInstanceOf(IssueTrackingError);
  expect(isIssueTrackingError(foreign)).toBe(true);
  for (const other of [undefined, null, 1, 'IssueTrackingError', {}, new Error('plain')])
    expect(isIssueTrackingError(other)).toBe(false);
});

test('text of a service becomes one line without control characters in all messages and stacks of an error and its causes', () => {
  const hostile = 'a\u001b]0;PWNED\u0007\u001b[2Jb\r\n[issue-tracking] GET /fake → 200\u2028c\u202ed\u0085e';
  const cause = new TypeError(hostile, { cause: new Error(hostile) });
  const errors = [
    new NotFoundError({ call, status: 404, error: hostile, details: [{ field: hostile, message: hostile }], cause }),
    new ConnectionError(hostile, { call, cause }),
  ];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there.
  const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
  for (const error of errors) {
    const texts = error instanceof NotFoundError ? [error.error, ...error.details.flatMap(Object.values)] : [];
    let at: unknown = error;
    while (at instanceof Error) {
      texts.push(at.message);
      const [first, ...places] = `${at.stack}`.split('\n');
      for (const line of places) expect(line).toMatch(/^\s+at /);
      texts.push(first ?? '', ...places);
      at = at.cause;
    }
    expect(texts.length).toBeGreaterThan(3);
    for (const text of texts) expect(text).not.toMatch(control);
  }
});

test('JSON of an error, and what a logger copies of it, has its name, message and facts, and neither headers nor body', () => {
  const attempts = [{ status: 422, requestId: 'req_1', error: 'UnprocessableError', waitedMs: 0 }];
  const body = JSON.stringify({ error: 'nope', code: 'E42' });
  const facts = { call: { ...call, path: '/x', attempts }, status: 422, error: 'nope', body };
  const error = new ApiError({ ...facts, headers: new Headers({ 'x-hint': 'try' }) });
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'ApiError',
    message: 'GET /x: 422 nope',
    method: 'GET',
    path: '/x',
    endpoint: 'issues.list',
    status: 422,
    error: 'nope',
    details: [],
    requestId: 'req_1',
    attempts,
    sent: false,
    callId: 0,
  });
  expect(error.body).toEqual({ error: 'nope', code: 'E42' });
  expect(error.headers.get('x-hint')).toBe('try');
});

test.each([
  [
    'JSON with the secret in a name and in escapes',
    '{"a":[{"svc_7f3a+/=?":1,"b":"\\u0073vc_7f3a+/=?!"}]}',
    { a: [{ '[redacted]': 1, b: '[redacted]!' }] },
  ],
  ['no JSON', `<pre>${secret}</pre>`, '<pre>[redacted]</pre>'],
  [
    'JSON of more than 64 kB',
    JSON.stringify([secret, 'x'.repeat(65_536)]),
    `["[redacted]","${'x'.repeat(65_536)}`.slice(0, 65_536),
  ],
  ['nothing', '', ''],
  ['JSON that is too deep', '['.repeat(60_000), '['.repeat(60_000)],
])('the body of an error is what the service sent, without the secret: %s', (_, text, body) => {
  expect(new ApiError({ call, status: 418, error: 'x', body: text }).body).toEqual(body);
});

test('cuts an error text of megabytes to 1,000 characters, without the secret in what is left', () => {
  const error = new AuthenticationError({
    call,
    status: 401,
    error: `${'x'.repeat(990)}${secret}${'x'.repeat(4_000_000)}`,
  });
  expect(error.error).toBe(`${'x'.repeat(990)}[redacted]`);
});
