import { inspect } from 'node:util';
import vm from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstSeed, runs } from '../../../../tools/test/seeds.ts';
import {
  AuthenticationError,
  ConnectionError,
  IssueTrackingError,
  isIssueTrackingError,
  NotFoundError,
  RateLimitError,
} from './errors.ts';
import { redactor } from './redact.ts';
import { Secrets } from './secrets.ts';

const secret = 'svc_7f3a+/=?';
const call = {
  method: 'GET',
  path: `/api/v1/projects/${encodeURIComponent(secret)}/issues`,
  endpoint: 'issues.list',
  attempts: [{ status: 404, waitedMs: 0 }],
  redact: redactor([secret]),
} as const;

test('a message contains the request, the response and a fix [ERR-1] [ERR-3] [AUTH-6]', () => {
  const error = new NotFoundError({ call: { ...call, path: '/api/v1/projects/x/issues' }, error: 'Project not found' });
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
  const error: unknown = new RateLimitError({ error: 'Too many requests', retryAfterMs: 6_500 });
  if (!isIssueTrackingError(error, 'RateLimitError')) throw new Error('not recognised');
  expect(error.retryAfterMs).toBe(6_500);
  expect(error.stack).toMatch(/^RateLimitError: 429 Too many requests\. Retry in 7 s\./);
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

test('no text of an error contains the credential, in any form that a server echoes', () => {
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

test('text of a service becomes one line without control characters in all messages and stacks of an error and its causes', () => {
  const hostile = 'a\u001b]0;PWNED\u0007\u001b[2Jb\r\n[issue-tracking] GET /fake → 200\u2028c\u202ed\u0085e';
  const cause = new TypeError(hostile, { cause: new Error(hostile) });
  const errors = [
    new NotFoundError({ call, error: hostile, details: [{ field: hostile, message: hostile }], cause }),
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

describe('redact()', () => {
  const token = 'Z9k2-pQ7x_LmN4vB8tR1';
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const secrets = new Secrets();
  secrets.add(token);
  secrets.add(jwt);
  secrets.add('svc_7Hq3/vWz+0aXk9Lm2');

  test.each([
    ['a key without its prefix', '7Hq3/vWz+0aXk9Lm2', 'vWz'],
    ['a key behind other words', 'key_id=7Hq3/vWz+0aXk9Lm2;', '0aXk'],
    ['a token in upper case', token.toUpperCase(), 'Z9K2'],
    ['a percent-encoded token in lower case', encodeURIComponent(token).toLowerCase(), 'z9k2'],
    ['a token in base64', btoa(token), btoa(token).slice(4, 12)],
    ['a token in base64 behind a user name', btoa(`user:${token}`), btoa(`user:${token}`).slice(8, 16)],
    ['a token in base64 between other bytes', btoa(`ab${token}yz`), btoa(`ab${token}yz`).slice(8, 16)],
    ['the payload of a token', jwt.split('.')[1] ?? '', 'eyJzdWIi'],
    ['the signature of a token', jwt.split('.')[2] ?? '', 'dBjftJeZ'],
    ['an unknown JWT', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJvdGhlciJ9.c2lnbmF0dXJl', 'c2lnbmF0'],
  ])('removes %s [AUTH-1]', (_, echoed, fragment) => {
    expect(echoed).toContain(fragment);
    expect(secrets.redact(`before ${echoed} after`)).not.toContain(fragment);
    expect(secrets.redact(`before ${echoed} after`)).toMatch(/^before .* after$/);
  });

  test('removes tokens that were refreshed long ago [AUTH-1]', () => {
    for (let i = 0; i < 90; i++) secrets.add(`token-number-${i}`);
    expect(secrets.redact(`${token} token-number-3`)).toBe('[redacted] [redacted]');
  });

  test("removes the client's own credential and headers, even after many other tokens", () => {
    const many = new Secrets('opaque-credential', { 'x-gateway-key': 'gateway-secret-of-the-client' });
    for (let i = 0; i < 200; i++) many.add(`another-token-${i}`);
    expect(many.redact('opaque-credential gateway-secret-of-the-client')).toBe('[redacted] [redacted]');
  });

  test('removes any part of at least 12 characters, in any case, percent-encoded anywhere, between any other text [AUTH-1]', () => {
    const all = [token, jwt, 'svc_7Hq3/vWz+0aXk9Lm2', 'a pass phrase with blanks'];
    const known = redactor(all);
    const form = fc.constantFrom(
      (character: string) => character,
      (character: string) => character.toUpperCase(),
      (character: string) => character.toLowerCase(),
      (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
    );
    const around = fc.stringMatching(/^[ -~äß€]{0,20}$/);
    const part = fc
      .constantFrom(...all)
      .chain((secret) =>
        fc
          .tuple(fc.nat(secret.length - 12), fc.integer({ min: 12, max: secret.length }))
          .map(([start, length]) => secret.slice(start, start + length)),
      );
    const echoed = part.chain((text) =>
      fc.tuple(...[...text].map((character) => form.map((change) => change(character)))).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(around, echoed, around, (before, text, after) => {
        expect(known(`${before}${text}${after}`)).not.toContain(text);
        expect(known(`${before}${text}${after}`)).toContain('[redacted]');
      }),
      { seed: firstSeed, numRuns: runs(500, 10_000) },
    );
  });

  test('removes values of headers with secret names, even after many calls with other headers [AUTH-1]', () => {
    const own = new Secrets();
    own.add(token);
    own.addHeaders({
      'x-gateway-key': 'gateway-4711',
      'x-access-token': 'open-sesame',
      cookie: 'session=4711',
      'Proxy-Authorization': 'Basic YWRhOnB3',
      'x-short-key': '1',
      'x-name': 'not-secret',
    });
    expect(own.redact('gateway-4711 open-sesame 1 not-secret')).toBe('[redacted] [redacted] 1 not-secret');
    expect(own.redact('session=4711, Basic YWRhOnB3')).toBe('[redacted], [redacted]');
    for (let n = 0; n < 200; n++) {
      own.add(token);
      own.addHeaders({ 'idempotency-key': `number-${n}-of-many` });
    }
    expect(own.redact(token)).toBe('[redacted]');
  });

  test('cuts an error text of megabytes to 1,000 characters', () => {
    // As a service may send it; what is shown of it is short.
    const error = new AuthenticationError({ call, error: `${'x'.repeat(5_000_000)}${secret}` });
    expect(error.error).toHaveLength(1_000);
  });

  test('does not change ordinary text', () => {
    const text = 'Project prj_web was not found: GET /api/v1/projects/prj_web/issues?page=2';
    expect(secrets.redact(text)).toBe(text);
  });
});
