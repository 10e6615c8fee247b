import { inspect } from 'node:util';
import vm from 'node:vm';
import { expect, test } from 'vitest';
import { AuthenticationError } from './authentication-error.ts';
import { ConnectionError } from './connection-error.ts';
import { isIssueTrackingError } from './is-issue-tracking-error.ts';
import { IssueTrackingError } from './issue-tracking-error.ts';
import { NotFoundError } from './not-found-error.ts';
import { RateLimitError } from './rate-limit-error.ts';
import { redactor } from './redact.ts';

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
  const error: unknown = new RateLimitError({ error: 'Too many requests', retryAfter: 7 });
  if (!isIssueTrackingError(error, 'RateLimitError')) throw new Error('not recognised');
  expect(error.retryAfter).toBe(7);
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
