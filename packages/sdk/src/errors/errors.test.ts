import { inspect } from 'node:util';
import vm from 'node:vm';
import { describe, expect, test } from 'vitest';
import { AuthenticationError } from './authentication-error.ts';
import { ConnectionError } from './connection-error.ts';
import { isIssueTrackingError } from './errors.ts';
import { IssueTrackingError } from './issue-tracking-error.ts';
import { NotFoundError } from './not-found-error.ts';
import { RateLimitError } from './rate-limit-error.ts';
import { redactor, Secrets } from './redact.ts';

const secret = 'svc_7f3a+/=?';
const call = {
  method: 'GET',
  path: `/api/v1/projects/${encodeURIComponent(secret)}/issues`,
  endpoint: 'issues.list',
  attempts: [{ status: 404, waitedMs: 0 }],
  redact: redactor([secret]),
} as const;

test('the message says what was called, what came and what to do [ERR-1] [ERR-3] [AUTH-6]', () => {
  const error = new NotFoundError({ call: { ...call, path: '/api/v1/projects/x/issues' }, error: 'Project not found' });
  expect(String(error)).toBe(
    'NotFoundError: GET /api/v1/projects/x/issues: 404 Project not found. Or it belongs to another organization.',
  );
  expect(error).toMatchObject({
    method: 'GET',
    endpoint: 'issues.list',
    attempts: [{ status: 404, waitedMs: 0 }],
    details: [],
  });
  expect(error).not.toHaveProperty('mayHaveBeenApplied');
});

test('a name is literal, shown in the stack, and narrows', () => {
  const error: unknown = new RateLimitError({ error: 'Too many requests', retryAfterMs: 6_500 });
  if (!isIssueTrackingError(error, 'RateLimitError')) throw new Error('not recognised');
  expect(error.retryAfterMs).toBe(6_500);
  expect(error.stack).toMatch(/^RateLimitError: 429 Too many requests\. Requests are taken again in 7 s\./);
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

test('an error of another realm or copy of the package is recognised', () => {
  const foreign = vm.runInNewContext(`
    class Foreign extends Error {}
    Foreign.prototype[Symbol.for('@issue-tracking/sdk.error')] = true;
    new Foreign('from elsewhere')`);
  expect(foreign).not.toBeInstanceOf(IssueTrackingError);
  expect(isIssueTrackingError(foreign)).toBe(true);
  for (const other of [undefined, null, 1, 'IssueTrackingError', {}, new Error('plain')])
    expect(isIssueTrackingError(other)).toBe(false);
});

test('no text of an error keeps the credential, however a server echoes it', () => {
  const forms = [secret, encodeURIComponent(secret)];
  const cause = Object.assign(new TypeError(`bad ${forms.join(' ')}`, { cause: new Error(forms.join()) }), {
    request: secret,
  });
  const headers = new Headers({ 'x-echo': forms.join(' ') });
  const echoed = forms.join(' and ');
  const errors = [
    new AuthenticationError({ call, error: echoed, details: [{ field: echoed, message: echoed }], headers, cause }),
    new ConnectionError(echoed, { call, cause }),
  ];
  for (const error of errors) {
    const shown = [
      inspect(error, { depth: 20, showHidden: true }),
      error.message,
      error.stack,
      String(error),
      JSON.stringify(error),
      inspect(structuredClone(error), { depth: 20, showHidden: true }),
      JSON.stringify([...(error instanceof AuthenticationError ? error.headers : [])]),
    ].join('\n');
    for (const form of forms) expect(shown).not.toContain(form);
    expect(shown).toContain('[redacted]');
  }
});

describe('redaction', () => {
  const token = 'Z9k2-pQ7x_LmN4vB8tR1';
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const secrets = new Secrets();
  secrets.add(token);
  secrets.add(jwt);
  secrets.add('svc_7Hq3/vWz+0aXk9Lm2');

  test.each([
    ['a key without its prefix', '7Hq3/vWz+0aXk9Lm2', 'vWz'],
    ['a key behind other words', 'key_id=7Hq3/vWz+0aXk9Lm2;', '0aXk'],
    ['upper case', token.toUpperCase(), 'Z9K2'],
    ['percent-encoded, in lower case', encodeURIComponent(token).toLowerCase(), 'z9k2'],
    ['base64', btoa(token), btoa(token).slice(4, 12)],
    ['base64 behind a user name', btoa(`user:${token}`), btoa(`user:${token}`).slice(8, 16)],
    ['base64 between other bytes', btoa(`ab${token}yz`), btoa(`ab${token}yz`).slice(8, 16)],
    ['the payload of a token', jwt.split('.')[1] ?? '', 'eyJzdWIi'],
    ['the signature of a token', jwt.split('.')[2] ?? '', 'dBjftJeZ'],
    ["somebody else's token", 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJvdGhlciJ9.c2lnbmF0dXJl', 'c2lnbmF0'],
  ])('of %s [AUTH-1]', (_, echoed, fragment) => {
    expect(echoed).toContain(fragment);
    expect(secrets.redact(`before ${echoed} after`)).not.toContain(fragment);
    expect(secrets.redact(`before ${echoed} after`)).toMatch(/^before .* after$/);
  });

  test('of tokens that were renewed long ago [AUTH-1]', () => {
    for (let i = 0; i < 90; i++) secrets.add(`token-number-${i}`);
    expect(secrets.redact(`${token} token-number-3`)).toBe('[redacted] [redacted]');
  });

  test('leaves ordinary words alone', () => {
    const text = 'Project prj_web was not found: GET /api/v1/projects/prj_web/issues?page=2';
    expect(secrets.redact(text)).toBe(text);
  });
});
