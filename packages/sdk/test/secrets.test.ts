import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { inspect } from 'node:util';
import { createMock, type Fault, virtualClock } from '@issue-tracking/mock';
import { type ApiError, IssueTrackingClient } from '@issue-tracking/sdk';
import { describe, expect, test } from 'vitest';

const secret = 'svc_S3CRET-do-not-show-4711';

/** Every way a value gets into a log, a report or another process. */
const renderings: Record<string, (value: unknown) => string> = {
  'String()': String,
  'message and stack': (value) => (value instanceof Error ? `${value.message}${value.stack}` : ''),
  'the cause chain': (value) => {
    const texts: string[] = [];
    for (let cause = value; cause instanceof Error; cause = cause.cause)
      texts.push(inspect(cause, deep), `${cause.stack}`);
    return texts.join();
  },
  'inspect() with full depth and hidden members': (value) => inspect(value, deep),
  'JSON.stringify': (value) => JSON.stringify(value) ?? '',
  'JSON of its own members': (value) =>
    JSON.stringify(
      Object.fromEntries(Object.getOwnPropertyNames(value).map((key) => [key, Reflect.get(value as object, key)])),
    ),
  structuredClone: (value) => {
    try {
      return inspect(structuredClone(value), deep);
    } catch {
      return ''; // A value that cannot be cloned cannot leak that way.
    }
  },
  'console.log and console.error': printed,
  'a template string': (value) => `${value}`,
};
const deep = { depth: Infinity, showHidden: true, getters: true, maxStringLength: null, maxArrayLength: null } as const;

function setUp(fault?: Omit<Fault, 'endpoint'>) {
  const mock = createMock({
    clock: virtualClock({ now: '2026-04-01T09:00:00.000Z', auto: true }),
    world: {
      organizations: [
        {
          id: '00000000-0000-4000-8000-000000000001',
          slug: 'acme',
          name: 'Acme',
          projects: [{ id: 'prj_web', slug: 'web', name: 'Web', issues: [{ title: 'One' }] }],
          apiKeys: [{ key: secret, scopes: ['projects:read', 'issues:read', 'issues:write'] }],
        },
      ],
    },
  });
  if (fault) mock.faults.add({ ...fault, times: 100 });
  return new IssueTrackingClient({ ...mock.clientOptions, apiKey: secret });
}

const echo = {
  error: `no: Bearer ${secret}`,
  details: [{ field: secret, message: `Authorization: Bearer ${secret}` }],
};
const headers = { 'x-echo': `Bearer ${secret}`, 'www-authenticate': `Bearer token="${secret}"` };

const failures: Record<string, () => Promise<unknown>> = {
  ...Object.fromEntries(
    [400, 401, 403, 404, 418, 422, 500].map((status) => [
      `a ${status} that echoes the credential`,
      () => setUp({ status, body: echo, headers }).issues.get('prj_web', 1),
    ]),
  ),
  'a 429 that echoes the credential': () =>
    setUp({ status: 429, body: echo, headers: { ...headers, 'retry-after': '900' } }).issues.get('prj_web', 1),
  'a proxy page that echoes the credential': () =>
    setUp({ status: 502, body: `<pre>${secret}</pre>`, headers }).issues.get('prj_web', 1),
  'a truncated success that echoes the credential': () =>
    setUp({ status: 200, body: `{"data": ${secret}` }).issues.get('prj_web', 1),
  'a success of the wrong shape that echoes the credential': () =>
    setUp({ status: 200, body: { data: { [secret]: secret } } }).issues.get('prj_web', 1),
  'a redirect that echoes the credential': () =>
    setUp({ status: 302, headers: { location: `https://elsewhere.test/?key=${secret}` } }).issues.get('prj_web', 1),
  'a lost connection': () => setUp({ drop: true }).issues.comments.create('prj_web', 1, { content: 'x' }),
  'a timeout': () => setUp({ delayMs: 600_000 }).issues.comments.create('prj_web', 1, { content: 'x' }),
  'an argument error': () => setUp().issues.get('..', 1),
  'a fetch whose error contains the headers': () => {
    const client = new IssueTrackingClient({
      baseUrl: 'https://issues.test',
      apiKey: secret,
      retry: false,
      fetch: async (_input, init) => {
        const quoting = new TypeError(`cannot send authorization: Bearer ${secret}`, { cause: init });
        throw Object.assign(quoting, { init, key: secret, code: `E_${secret}` });
      },
    });
    return client.issues.get('prj_web', 1);
  },
  'a token with characters that no header can contain': () =>
    new IssueTrackingClient({
      baseUrl: 'https://issues.test',
      accessToken: async () => `${secret}\r\nx: y`,
    }).projects.list(),
  'a key with characters that no header can contain': async () =>
    new IssueTrackingClient({ baseUrl: 'https://issues.test', apiKey: `${secret}\n` }),
};

describe.each(Object.entries(failures))('the error after %s', (title, fail) => {
  test.each(Object.entries(renderings))('contains no credential in %s [AUTH-1]', async (_, render) => {
    const error = await Promise.resolve()
      .then(fail)
      .then(
        () => undefined,
        (reason: unknown) => reason,
      );
    expect(error, title).toBeInstanceOf(Error);
    expect(render(error)).not.toContain('S3CRET');
  });
});

test('the error after a token function that throws has as cause what the function threw, and hides the token in its own texts [AUTH-1]', async () => {
  class InvalidGrant extends Error {
    readonly code = 'invalid_grant';
  }
  const thrown = new InvalidGrant(`rejected ${secret}`);
  const accessToken = () => Promise.reject(thrown);
  const client = new IssueTrackingClient({ baseUrl: 'https://issues.test', accessToken });
  const error = await client.issues.get('prj_web', 1).catch((reason: unknown) => reason as Error);
  expect(error).toMatchObject({ name: 'CredentialError', sent: false });
  expect((error as Error).cause).toBe(thrown);
  expect(`${(error as Error).stack}${JSON.stringify(error)}`).not.toContain('S3CRET');
});

test.each(Object.entries(renderings))('the client contains no credential in %s [AUTH-1]', async (_, render) => {
  const client = setUp();
  await client.projects.list();
  for (const value of [client, client.issues, client.projects, client.rateLimit, client.issues.list('prj_web')]) {
    expect(render(value)).not.toContain('S3CRET');
  }
});

test.each(Object.entries(renderings))(
  'withResponse() contains no echoed credential in %s [AUTH-1]',
  async (_, render) => {
    const { response } = await setUp({ when: 'after', headers }).issues.get('prj_web', 1).withResponse();
    expect(response.headers.get('x-echo')).toBe('Bearer [redacted]');
    expect(render(response) + render([...response.headers])).not.toContain('S3CRET');
  },
);

test.each([200, 400])(
  'response headers with the credential in their names are removed after a %i [AUTH-1]',
  async (status) => {
    const fetch = async () =>
      Response.json(status === 200 ? { data: [], total: 0 } : { error: 'No' }, {
        status,
        headers: { [`x-echo-${secret}`]: '1', [`x-${encodeURIComponent(btoa(secret))}`]: '2', 'x-other': '3' },
      });
    const client = new IssueTrackingClient({ baseUrl: 'https://issues.test', apiKey: secret, fetch, retry: false });
    const headers = await client.projects
      .list()
      .withResponse()
      .then(
        ({ response }) => response.headers,
        (error: ApiError) => error.headers,
      );
    expect([...headers.keys()].toSorted()).toEqual(['content-type', 'x-other']);
  },
);

test('events of hooks contain no credential [AUTH-1]', async () => {
  const events: unknown[] = [];
  const note = (event: unknown) => void events.push(event);
  const mock = createMock({ clock: virtualClock({ auto: true }) });
  const key = mock.clientOptions.apiKey;
  const client = new IssueTrackingClient({
    ...mock.clientOptions,
    hooks: { onRequest: note, onResponse: note, onRetry: note, onWait: note, onDrift: note },
  });
  mock.faults.add({ status: 429, body: { error: key }, headers: { 'x-echo': key } });
  mock.faults.add({ status: 503, body: { error: key } });
  await client.issues.get('prj_web', 1);
  expect(events.length).toBeGreaterThanOrEqual(6);
  expect(inspect(events, deep)).not.toContain(key);
});

/** Returns the text that the process's `Console` would write. */
function printed(value: unknown): string {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const own = new Console({ stdout: stream, stderr: stream });
  own.log(value);
  own.error(value);
  own.dir(value, { depth: null, showHidden: true });
  return text;
}
