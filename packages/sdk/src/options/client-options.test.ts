import { type ClientOptions, InvalidArgumentError, IssueTrackingClient } from '@issue-tracking/sdk';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { issue } from '../../test/support/records.ts';
import { json, scripted } from '../../test/support/scripted-service.ts';
import { version } from '../platform/server-environment.ts';

const right = { baseUrl: 'https://issues.test', apiKey: 'svc_s3cret' };

function rejectionOf(options: object): InvalidArgumentError {
  try {
    new IssueTrackingClient(options as ClientOptions);
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidArgumentError);
    return error as InvalidArgumentError;
  }
  return expect.unreachable('it was not rejected');
}

beforeEach(() => {
  vi.stubEnv('ISSUE_TRACKING_BASE_URL', undefined);
  vi.stubEnv('ISSUE_TRACKING_API_KEY', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the base URL', () => {
  test.each([
    [
      'https://issues.test/api/v1',
      'must have no user name, password, query, fragment or /api/v1: write https://issues.test',
    ],
    [
      'https://issues.test/t/api/v1/',
      'must have no user name, password, query, fragment or /api/v1: write https://issues.test/t',
    ],
    [
      'https://ada:pw-s3cret@issues.test/t',
      'must have no user name, password, query, fragment or /api/v1: write https://issues.test/t',
    ],
    [
      'https://issues.test/?key=s3cret',
      'must have no user name, password, query, fragment or /api/v1: write https://issues.test',
    ],
    [
      'https://issues.test/#top',
      'must have no user name, password, query, fragment or /api/v1: write https://issues.test',
    ],
    ['issues.test', 'must be an absolute URL such as https://issues.example'],
    ['/api', 'must be an absolute URL such as https://issues.example'],
    ['', 'must be an absolute URL such as https://issues.example'],
    ['ftp://issues.test', 'must begin with https:// or http://'],
    ['javascript:alert(1)', 'must begin with https:// or http://'],
    [7, 'must be an absolute URL such as https://issues.example'],
    [null, 'is missing: pass it or set ISSUE_TRACKING_BASE_URL'],
    [undefined, 'is missing: pass it or set ISSUE_TRACKING_BASE_URL'],
  ])('cannot be %j, and the message contains the fix [GEN-1] [VER-1]', (baseUrl, message) => {
    const error = rejectionOf({ ...right, baseUrl });
    expect(error.details).toEqual([{ field: 'baseUrl', message }]);
    expect(error.message).not.toContain('s3cret');
    expect(error).toMatchObject({ method: '', path: '', attempts: [] });
  });

  test('may be a URL object, have a path, and use http', () => {
    for (const baseUrl of [new URL('https://issues.test'), 'https://issues.test/t/', 'http://127.0.0.1:4010']) {
      expect(() => new IssueTrackingClient({ ...right, baseUrl })).not.toThrow();
    }
  });
});

describe('the credential', () => {
  test.each([
    [{ apiKey: undefined }, 'apiKey', 'is missing'],
    [{ apiKey: '' }, 'apiKey', 'must not be empty'],
    [{ apiKey: null }, 'apiKey', 'is missing'],
    [{ apiKey: 7 }, 'apiKey', 'must be a string'],
    [{ apiKey: 'Bearer svc_s3cret' }, 'apiKey', 'must not begin with Bearer'],
    [{ apiKey: undefined, accessToken: 'bearer s3cret' }, 'accessToken', 'must not begin with Bearer'],
    [{ apiKey: '"svc_s3cret"' }, 'apiKey', 'must begin with svc_'],
    [{ apiKey: 's3cret' }, 'apiKey', 'must begin with svc_'],
    [{ apiKey: 'svc_s3cret\n' }, 'apiKey', 'no header can carry'],
    [{ apiKey: undefined, accessToken: '' }, 'accessToken', 'must not be empty'],
    [{ apiKey: undefined, accessToken: 's3cret\0' }, 'accessToken', 'no header can carry'],
    [{ apiKey: undefined, accessToken: 7 }, 'accessToken', 'must be a string'],
    [{ accessToken: 's3cret' }, 'accessToken', 'must not be combined with apiKey'],
  ])('is rejected for %j, with a message that does not contain it [AUTH-1] [AUTH-2]', (options, field, message) => {
    const error = rejectionOf({ ...right, ...options });
    expect(error.details).toEqual([{ field, message: expect.stringContaining(message) }]);
    expect(`${error.stack}${JSON.stringify(error)}`).not.toContain('s3cret');
  });

  test('and the base URL come from the environment if no option sets them', async () => {
    vi.stubEnv('ISSUE_TRACKING_BASE_URL', 'https://issues.test/from-env');
    vi.stubEnv('ISSUE_TRACKING_API_KEY', 'svc_from_env');
    const { requests } = await get({ baseUrl: undefined, apiKey: undefined });
    expect(requests[0]?.url).toContain('https://issues.test/from-env/api/v1/');
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer svc_from_env');

    const explicit = await get({ accessToken: 'token', apiKey: undefined });
    expect(explicit.requests[0]?.headers.get('authorization')).toBe('Bearer token');
  });

  test('may be set beside the other option with the value null', async () => {
    const token = await get({ apiKey: null, accessToken: 'token' } as never);
    expect(token.requests[0]?.headers.get('authorization')).toBe('Bearer token');
    const key = await get({ apiKey: 'svc_key', accessToken: null } as never);
    expect(key.requests[0]?.headers.get('authorization')).toBe('Bearer svc_key');
  });

  test('is missing if its environment variable is empty', () => {
    vi.stubEnv('ISSUE_TRACKING_API_KEY', '');
    expect(rejectionOf({ ...right, apiKey: undefined }).message).toContain('set ISSUE_TRACKING_API_KEY');
  });
});

test.each([
  [{ timeout: 0 }, 'timeout'],
  [{ deadline: 'soon' }, 'deadline'],
  [{ retry: { limit: -1 } }, 'retry.limit'],
  [{ headers: { authorization: 'Bearer s3cret' } }, 'headers.authorization'],
  [{ headers: { 'x-\n': 's3cret' } }, 'headers'],
  [{ fetch: 'https://s3cret' }, 'fetch'],
  [{ fetch: null }, 'fetch'],
  [{ clock: { now: () => 0 } }, 'clock'],
  [{ clock: null }, 'clock'],
  [{ hooks: { onRequest: 'log' } }, 'hooks.onRequest'],
  [{ hooks: null }, 'hooks'],
  [{ rateLimit: true }, 'rateLimit'],
  [{ rateLimit: null }, 'rateLimit'],
  [{ rateLimit: { requests: 0 } }, 'rateLimit.requests'],
  [{ rateLimit: { requests: 1.5 } }, 'rateLimit.requests'],
  [{ rateLimit: { windowMs: -1 } }, 'rateLimit.windowMs'],
  [{ rateLimit: { store: {} } }, 'rateLimit.store'],
  [{ rateLimit: { onStoreError: 'ignore' } }, 'rateLimit.onStoreError'],
  [{ rateLimit: { burst: 5 } }, 'rateLimit.burst'],
  [{ lockoutProtection: null }, 'lockoutProtection'],
  [{ lockoutProtection: {} }, 'lockoutProtection'],
])('%j is rejected with the name of the option', (options, field) => {
  const error = rejectionOf({ ...right, ...options });
  expect(error.details).toEqual([expect.objectContaining({ field })]);
  expect(error.message).not.toContain('s3cret');
});

test.each([
  [{ maxRetries: 3 }, 'maxRetries', expect.stringMatching(/^is unknown: known are .*\bretry\b/)],
  [{ retry: { limits: 3 } }, 'retry.limits', 'is unknown: known are limit, maxRetryAfter'],
  [{ baseURL: 'https://issues.test' }, 'baseURL', expect.stringContaining('known are baseUrl, apiKey, ')],
  [{ timeOut: 5 }, 'timeOut', expect.stringContaining(', timeout, ')],
  [{ rateLimit: { request: 5 } }, 'rateLimit.request', 'is unknown: known are requests, windowMs, store, onStoreError'],
  [{ hooks: { onRequset: () => {} } }, 'hooks.onRequset', expect.stringContaining('known are onRequest, onResponse')],
  [{ logLevel: 'verbose' }, 'logLevel', 'must be one of: off, error, warn, info, debug; found "verbose"'],
  [{ logger: { log: () => {} } }, 'logger', 'must have debug(), info(), warn() and error()'],
])('%j would have no effect and is rejected with the valid names', (options, field, message) => {
  expect(rejectionOf({ ...right, ...options }).details).toEqual([{ field, message }]);
});

test('an option from the environment is reported by the name of its variable', () => {
  for (const [variable, value, message] of [
    ['ISSUE_TRACKING_BASE_URL', 'issues.test', 'must be an absolute URL such as https://issues.example'],
    ['ISSUE_TRACKING_API_KEY', 'oat_s3cret', expect.stringContaining('must begin with svc_')],
  ] as const) {
    vi.stubEnv(variable, value);
    const option = variable === 'ISSUE_TRACKING_API_KEY' ? 'apiKey' : 'baseUrl';
    expect(rejectionOf({ ...right, [option]: undefined }).details).toEqual([{ field: variable, message }]);
    // The program's own value wins, also against a wrong one of the environment.
    expect(() => new IssueTrackingClient(right)).not.toThrow();
  }
});

test('values of the environment are trimmed, and count as missing if they are blank', async () => {
  vi.stubEnv('ISSUE_TRACKING_BASE_URL', ' https://issues.test/from-env\n');
  vi.stubEnv('ISSUE_TRACKING_API_KEY', 'svc_from_env\r\n');
  const { requests } = await get({ baseUrl: undefined, apiKey: undefined });
  expect(requests[0]?.url).toContain('https://issues.test/from-env/api/v1/');
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer svc_from_env');
  vi.stubEnv('ISSUE_TRACKING_BASE_URL', ' \n');
  expect(rejectionOf({ apiKey: 'svc_key' }).details).toEqual([
    { field: 'baseUrl', message: 'is missing: pass it or set ISSUE_TRACKING_BASE_URL' },
  ]);
});

test('an environment that may not be read, as in Deno, fails only what is missing', () => {
  const denied = () => {
    throw new Error('Requires env access, run again with the --allow-env flag');
  };
  vi.stubGlobal('process', { versions: process.versions, env: new Proxy({}, { get: denied }) });
  expect(() => new IssueTrackingClient(right)).not.toThrow();
  expect(rejectionOf({ ...right, apiKey: undefined }).message).toContain('apiKey is missing');
  vi.unstubAllGlobals();
});

test('an unknown option with the value undefined is ignored', () => {
  expect(() => new IssueTrackingClient({ ...right, maxRetries: undefined } as ClientOptions)).not.toThrow();
});

test('a credential sent unencrypted to a public host causes one warning, without the credential', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  for (const host of ['localhost:3000', '127.0.0.1', '10.1.2.3', '172.20.0.1', '192.168.1.1', 'tracker', 'a.internal'])
    new IssueTrackingClient({ ...right, baseUrl: `http://${host}` });
  expect(warn).not.toHaveBeenCalled();
  for (let i = 0; i < 2; i++) new IssueTrackingClient({ ...right, baseUrl: 'http://tracker.example.com/base' });
  expect(warn.mock.calls).toEqual([
    ['[issue-tracking] the credential is sent to tracker.example.com unencrypted. Use https:// in baseUrl.'],
  ]);
  warn.mockRestore();
});

test('options of null count as no options', () => {
  expect(rejectionOf(null as never).details.map(({ field }) => field)).toEqual(['baseUrl', 'apiKey']);
});

test('all wrong options are reported at once', () => {
  const error = rejectionOf({ baseUrl: 'x', apiKey: 'y', timeout: -1 });
  expect(error.details.map(({ field }) => field)).toEqual(['baseUrl', 'apiKey', 'timeout']);
});

async function get(options: Partial<ClientOptions>, headers?: ClientOptions['headers']) {
  const service = scripted([json({ data: issue() })], options);
  await service.client.issues.get('prj_web', 7, headers && { headers });
  return service;
}

describe('request headers', () => {
  test("merge the call's headers over the client's, and those over the SDK's [AUTH-1]", async () => {
    const { requests } = await get({ headers: { 'X-Team': 'web', 'x-both': 'client' } }, { 'X-Both': 'call' });
    expect(Object.fromEntries(requests[0]?.headers ?? [])).toEqual({
      accept: 'application/json',
      authorization: 'Bearer svc_key',
      'user-agent': `issue-tracking-sdk/${version} (node/${process.versions.node})`,
      'x-both': 'call',
      'x-team': 'web',
    });
  });

  test('leave out what is undefined, and a call drops a header of the client with it', async () => {
    const headers = { 'X-Team': 'web', 'x-tenant': undefined };
    const client = await get({ headers });
    expect(client.requests[0]?.headers.has('x-tenant')).toBe(false);
    expect(client.requests[0]?.headers.get('x-team')).toBe('web');
    const call = await get({ headers }, { 'x-team': undefined, 'x-note': 'a' });
    expect(call.requests[0]?.headers.has('x-team')).toBe(false);
    expect(call.requests[0]?.headers.get('x-note')).toBe('a');
  });

  test.each([null, 5, Number.NaN, true, {}, ['a', 'b'], Symbol('x'), () => {}, new Date(0)])(
    'are rejected unsent if a value is no text: %s',
    async (value) => {
      const message = 'must be text, or undefined to leave it out';
      const details = [{ field: 'headers.x-tenant', message }];
      expect(rejectionOf({ ...right, headers: { 'x-tenant': value } }).details).toEqual(details);
      const { client, requests } = scripted([json({ data: issue() })]);
      const call = client.issues.get('prj_web', 7, { headers: { 'x-tenant': value as string } });
      await expect(call).rejects.toMatchObject({ name: 'InvalidArgumentError', details });
      expect(requests).toHaveLength(0);
    },
  );

  test('contain the version of the package', () => {
    expect(version).toBe(manifest.version);
  });
});

test('fetch is looked up at each call and called without a receiver', async () => {
  const receivers: unknown[] = [];
  const client = new IssueTrackingClient(right);
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(function (this: unknown) {
    receivers.push(this);
    return Promise.resolve(json({ data: issue() }));
  });
  await client.issues.get('prj_web', 7);
  fetch.mockRestore();
  expect(receivers).toEqual([undefined]);
});

test('neither inspect() nor JSON of a client shows the key', async () => {
  const { inspect } = await import('node:util');
  const client = new IssueTrackingClient(right);
  const list = client.issues.list('prj_web');
  for (const value of [client, list]) {
    const shown = inspect(value, { depth: 20, showHidden: true, getters: true }) + JSON.stringify(value);
    expect(shown).not.toContain('s3cret');
  }
});

test('a string as options is reported as one problem, not as one per character', () => {
  const { details } = rejectionOf('https://issues.test' as unknown as object);
  expect(details).toEqual([
    { field: 'options', message: expect.stringMatching(/^must be an object of baseUrl, apiKey, /) },
  ]);
  expect(rejectionOf({ ...right, rateLimit: '100' }).details).toEqual([
    { field: 'rateLimit', message: 'must be false or an object of requests, windowMs, store, onStoreError' },
  ]);
});
