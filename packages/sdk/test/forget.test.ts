import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createMock, type Mock, virtualClock } from '@issue-tracking/mock';
import { handlers, releaseHandlers, setupMock } from '@issue-tracking/mock/msw';
import { listen } from '@issue-tracking/mock/server';
import { type ClientOptions, IssueTrackingClient } from '@issue-tracking/sdk';
import { setupServer } from 'msw/node';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const apiKey = 'svc_mock';

/** A mock, and options of clients that reach it in one way. */
interface Way {
  readonly mock: Mock;
  readonly options: ClientOptions;
}

function withSetupMock(mock: Mock): Way {
  const server = setupMock(mock);
  server.listen({ onUnhandledFrame: 'error' });
  onTestFinished(() => server.close());
  return { mock, options: { baseUrl: mock.baseUrl, apiKey } };
}

async function overHttp(host: string): Promise<Way> {
  const mock = createMock();
  const server = await listen(mock);
  onTestFinished(() => server.close());
  return { mock, options: { baseUrl: server.url.replace('127.0.0.1', host), apiKey } };
}

/** Ways with one mechanism each: by the address of the service, and by the function that sends. */
const ways: Record<string, () => Way> = {
  setupMock: () => withSetupMock(createMock()),
  clientOptions: () => {
    const mock = createMock();
    return { mock, options: mock.clientOptions };
  },
};

const otherWays: Record<string, () => Way | Promise<Way>> = {
  'setupMock for any origin': () => ({
    ...withSetupMock(createMock({ baseUrl: '*' })),
    options: { baseUrl: 'https://anything.example/', apiKey },
  }),
  'handlers() in a custom server': () => {
    const mock = createMock();
    const server = setupServer(...handlers(mock));
    server.listen({ onUnhandledFrame: 'error' });
    onTestFinished(() => {
      server.close();
      releaseHandlers(mock);
    });
    return { mock, options: { baseUrl: mock.baseUrl, apiKey } };
  },
  listen: () => overHttp('127.0.0.1'),
  'listen at localhost': () => overHttp('localhost'),
  'the platform’s fetch stubbed': () => {
    const mock = createMock();
    vi.stubGlobal('fetch', mock.fetch);
    onTestFinished(() => void vi.unstubAllGlobals());
    return { mock, options: { baseUrl: mock.baseUrl, apiKey } };
  },
  'the platform’s fetch spied on': () => {
    const mock = createMock();
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(mock.fetch);
    onTestFinished(() => spy.mockRestore());
    return { mock, options: { baseUrl: mock.baseUrl, apiKey } };
  },
  'mock.fetch on another clock': () => {
    const mock = createMock();
    return { mock, options: { baseUrl: mock.baseUrl, fetch: mock.fetch, apiKey, clock: virtualClock() } };
  },
};

/** Keeps the warning about a second server out of the output. */
function expectTwoServers(): void {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => {
    // The client's own warnings, such as of a long wait, are others' to test.
    const texts = warn.mock.calls.map(([text]) => String(text)).filter((text) => text.startsWith('setupMock: '));
    expect(texts).toEqual([expect.stringContaining('an earlier server was not closed')]);
    warn.mockRestore();
  });
}

/** Responds with 429 for a minute: far longer than a test waits. */
const pause = { status: 429, headers: { 'retry-after': '60' }, times: 1 } as const;

/** Whatever can go out without waiting has gone out. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

/** A reset clears a rejected key, a pause and the number of requests. */
async function resetClears(mock: Mock, client: () => IssueTrackingClient): Promise<void> {
  mock.world.apiKeys.update({ key: apiKey }, { revoked: true });
  await expect(client().projects.list()).rejects.toMatchObject({ name: 'AuthenticationError', sent: true });
  await expect(client().projects.list()).rejects.toMatchObject({ name: 'AuthenticationError', sent: false });
  mock.reset();
  await client().projects.list();

  mock.faults.add({ endpoint: 'projects.list', ...pause });
  await expect(client().projects.list()).rejects.toMatchObject({ name: 'RateLimitError' });
  expect(client().rateLimit.nextAt).not.toBeNull();
  mock.reset();
  expect(client().rateLimit).toMatchObject({ nextAt: null, used: 0, queued: 0 });
}

describe.each(Object.entries(ways))('with %s', (_, begin) => {
  describe.each(['a new client for each test', 'one client for all tests'])('and %s,', (making) => {
    function setUp(more: Partial<ClientOptions> = {}) {
      const { mock, options } = begin();
      const create = () => new IssueTrackingClient({ retry: { limit: 0 }, ...options, ...more } as ClientOptions);
      const only = create();
      return { mock, client: () => (making === 'one client for all tests' ? only : create()) };
    }

    test('a reset clears a 401, a 429 and the number of requests [AUTH-7] [LIM-1]', async () => {
      const { mock, client } = setUp();
      await resetClears(mock, client);
    });

    test('a restore clears a 401 [AUTH-7]', async () => {
      const { mock, client } = setUp();
      const snapshot = mock.snapshot();
      mock.world.apiKeys.update({ key: apiKey }, { revoked: true });
      await expect(client().projects.list()).rejects.toMatchObject({ name: 'AuthenticationError' });
      mock.restore(snapshot);
      await client().projects.list();
    });

    test('a reset clears tokens of a provider and their rejections', async () => {
      const accessToken = vi.fn(async () => apiKey);
      const { mock, client } = setUp({ apiKey: undefined, accessToken } as Partial<ClientOptions>);
      await client().projects.list();
      mock.world.apiKeys.update({ key: apiKey }, { revoked: true });
      await expect(client().projects.list()).rejects.toMatchObject({ name: 'AuthenticationError' });
      mock.reset();
      accessToken.mockClear();
      await client().projects.list();
      await client().projects.list();
      expect(accessToken).toHaveBeenCalledTimes(1);
    });

    test('a reset rejects queued calls, which are not sent later', async () => {
      const { mock, client } = setUp();
      mock.faults.add({ endpoint: 'projects.list', ...pause });
      const one = client();
      await expect(one.projects.list()).rejects.toMatchObject({ name: 'RateLimitError' });
      const queued = [one.projects.list(), one.issues.update('prj_web', 1, { status: 'blocked' })];
      const ended = queued.map((call) =>
        expect(call).rejects.toMatchObject({
          name: 'AbortError',
          sent: false,
          cause: { name: 'AbortError', message: 'The mock was reset' },
        }),
      );
      await vi.waitFor(() => expect(one.rateLimit.queued).toBe(2));
      mock.reset();
      await Promise.all(ended);
      expect(one.rateLimit).toMatchObject({ queued: 0, used: 0 });
      await settled();
      expect(mock.requests.all()).toEqual([]);
    });

    test.each<[string, (client: IssueTrackingClient) => Promise<unknown>, number, object]>([
      ['attempts', (client) => client.projects.list(), 1, { sent: true }],
      ['reads', (client) => client.issues.waitFor('prj_web', 1, { status: 'verified' }, { deadline: 60_000 }), 1, {}],
      [
        'checks for a comment',
        (client) => client.issues.comments.create('prj_web', 1, { content: 'Hello' }, { onLostResponse: 'check' }),
        3,
        { sent: true, mayHaveBeenApplied: true, cause: { message: 'The mock was reset' } },
      ],
    ])('a reset rejects a call between two %s', async (_name, call, requests, error) => {
      const { mock, client } = setUp({ retry: { limit: 3 } });
      mock.faults.add({ endpoint: 'projects.list', status: 503, headers: { 'retry-after': '60' } });
      mock.faults.add({ endpoint: 'issues.comments.create', drop: true });
      const ended = expect(call(client())).rejects.toMatchObject({ name: 'AbortError', ...error });
      await vi.waitFor(() => expect(mock.requests.all()).toHaveLength(requests));
      await settled();
      mock.reset();
      await ended;
      await settled();
      expect(mock.requests.all()).toEqual([]);
    });

    test('a reset aborts requests in flight, including an update that may have been applied', async () => {
      const { mock, client } = setUp();
      mock.faults.add({ delayMs: 3_600_000 });
      const call = client().issues.update('prj_web', 1, { status: 'blocked' });
      const ended = expect(call).rejects.toMatchObject({ name: 'AbortError', sent: true, mayHaveBeenApplied: true });
      await vi.waitFor(() => expect(mock.requests.all()).toHaveLength(1));
      mock.reset();
      await ended;
      await client().projects.list();
    });
  });
});

test.each(Object.entries(otherWays))(
  'with %s, a reset clears a 401, a 429 and the number of requests [AUTH-7] [LIM-1]',
  async (_, begin) => {
    const { mock, options } = await begin();
    await resetClears(mock, () => new IssueTrackingClient({ retry: { limit: 0 }, ...options } as ClientOptions));
  },
);

test('more requests than the rate limit permits go out at once if resets come between [LIM-1]', async () => {
  const mock = createMock();
  const client = new IssueTrackingClient(mock.clientOptions);
  for (let n = 0; n < 105; n++) {
    await client.projects.list();
    if (n % 35 === 34) mock.reset();
  }
});

test('an iteration from before a reset rejects, and the same list can be read again', async () => {
  const mock = createMock();
  const client = new IssueTrackingClient(mock.clientOptions);
  const list = client.issues.list('prj_web', { limit: 2 });
  const iterate = async () => {
    for await (const { issueNumber } of list) if (issueNumber === 2) mock.reset();
  };
  await expect(iterate()).rejects.toMatchObject({ name: 'AbortError', sent: false });
  expect(mock.requests.all()).toEqual([]);
  expect((await list.toArray()).map(({ issueNumber }) => issueNumber)).toEqual([3, 2, 1]);
});

test('an iteration within its last page rejects after a reset', async () => {
  const mock = createMock();
  const client = new IssueTrackingClient(mock.clientOptions);
  const met: number[] = [];
  const iterate = async () => {
    for await (const { issueNumber } of client.issues.list('prj_web')) {
      met.push(issueNumber);
      mock.reset();
    }
  };
  await expect(iterate()).rejects.toMatchObject({ name: 'AbortError', cause: { message: 'The mock was reset' } });
  expect(met).toEqual([3]);
});

test('clients of another mock keep their state', async () => {
  const [eu, us] = [createMock({ baseUrl: 'https://eu.test' }), createMock({ baseUrl: 'https://us.test' })];
  const server = setupMock([eu, us]);
  server.listen();
  onTestFinished(() => server.close());
  const of = ({ baseUrl }: Mock) => new IssueTrackingClient({ baseUrl, apiKey });
  us.world.apiKeys.update({ key: apiKey }, { revoked: true });
  await expect(of(us).projects.list()).rejects.toMatchObject({ sent: true });
  eu.reset();
  await of(eu).projects.list();
  await expect(of(us).projects.list()).rejects.toMatchObject({ name: 'AuthenticationError', sent: false });
});

test('two paths of one origin count as two services', async () => {
  const [one, two] = [
    createMock({ baseUrl: 'https://api.test/one' }),
    createMock({ baseUrl: 'https://api.test/two/' }),
  ];
  const server = setupMock([one, two]);
  server.listen();
  onTestFinished(() => server.close());
  const of = (path: string) => new IssueTrackingClient({ baseUrl: `https://API.test:443/${path}/`, apiKey });
  two.world.apiKeys.update({ key: apiKey }, { revoked: true });
  await expect(of('two').projects.list()).rejects.toMatchObject({ sent: true });
  await of('one').projects.list();
  one.reset();
  await expect(of('two').projects.list()).rejects.toMatchObject({ sent: false });
  two.reset();
  await of('two').projects.list();
});

describe('test files of one process with the same base URL', () => {
  const only = new IssueTrackingClient({ baseUrl: 'https://issues.test', apiKey, retry: { limit: 0 } });

  test.each(['first', 'second', 'third'])('start without the state of earlier files: the %s file', async () => {
    const { mock } = withSetupMock(createMock());
    await only.projects.list();
    mock.world.apiKeys.update({ key: apiKey }, { revoked: true });
    await expect(only.projects.list()).rejects.toMatchObject({ name: 'AuthenticationError', sent: true });
  });

  test('share no state if an earlier file did not close its server', async () => {
    expectTwoServers();
    const { mock } = withSetupMock(createMock());
    mock.world.apiKeys.update({ key: apiKey }, { revoked: true });
    await expect(only.projects.list()).rejects.toMatchObject({ sent: true });
    withSetupMock(createMock());
    await only.projects.list();
    expect(only.rateLimit.used).toBe(1);
  });
});

test('a waiting call is not sent to the real address after its mock closes', async () => {
  const mock = createMock();
  const server = setupMock(mock);
  server.listen();
  const client = new IssueTrackingClient({ baseUrl: mock.baseUrl, apiKey, retry: { limit: 0 } });
  mock.faults.add({ endpoint: 'projects.list', ...pause });
  await expect(client.projects.list()).rejects.toMatchObject({ name: 'RateLimitError' });
  const ended = expect(client.projects.list()).rejects.toMatchObject({
    name: 'AbortError',
    sent: false,
    cause: { message: 'The mock was closed' },
  });
  await vi.waitFor(() => expect(client.rateLimit.queued).toBe(1));
  server.close();
  await ended;
});

test.each(Object.entries(ways))(
  'in Workers with %s a reset clears a 401 and rejects a queued call',
  async (_, begin) => {
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
    onTestFinished(() => void vi.unstubAllGlobals());
    const { mock, options } = begin();
    const client = new IssueTrackingClient({ ...options, retry: { limit: 0 } });
    mock.world.apiKeys.update({ key: apiKey }, { revoked: true });
    await expect(client.projects.list()).rejects.toMatchObject({ name: 'AuthenticationError', sent: true });
    mock.reset();
    await client.projects.list();
    mock.faults.add({ endpoint: 'projects.list', ...pause });
    await expect(client.projects.list()).rejects.toMatchObject({ name: 'RateLimitError' });
    const ended = expect(client.projects.list()).rejects.toMatchObject({
      name: 'AbortError',
      sent: false,
      cause: { message: 'The mock was reset' },
    });
    await vi.waitFor(() => expect(client.rateLimit.queued).toBe(1));
    mock.reset();
    await ended;
    await client.projects.list();
  },
);

test('close() rejects calls from before the mock started, and a later mock does not reopen the client', async () => {
  expectTwoServers();
  const baseUrl = 'https://late.test';
  const client = new IssueTrackingClient({
    baseUrl,
    apiKey,
    clock: virtualClock(),
    rateLimit: { requests: 1 },
    fetch: async () => Response.json({ data: [] }),
  });
  await client.projects.list();
  const waiting = expect(client.projects.list()).rejects.toMatchObject({ name: 'AbortError', sent: false });
  withSetupMock(createMock({ baseUrl }));
  expect(client.rateLimit).toMatchObject({ used: 0, queued: 0 });
  const closed = client.close();
  await waiting;
  await closed;
  withSetupMock(createMock({ baseUrl }));
  await expect(client.projects.list()).rejects.toMatchObject({ name: 'AbortError', sent: false });
});

test('a function with the members of mock.fetch follows its mock', async () => {
  const mock = createMock();
  const fetch = Object.assign(((...request) => mock.fetch(...request)) as typeof mock.fetch, mock.fetch);
  const client = new IssueTrackingClient({ baseUrl: mock.baseUrl, fetch, apiKey });
  mock.world.apiKeys.update({ key: apiKey }, { revoked: true });
  await expect(client.projects.list()).rejects.toMatchObject({ sent: true });
  mock.reset();
  await client.projects.list();
});

test('drift is reported again after a reset', async () => {
  const { mock, options } = withSetupMock(createMock());
  const onDrift = vi.fn();
  const client = new IssueTrackingClient({ ...options, hooks: { onDrift } });
  for (let n = 1; n <= 2; n++) {
    mock.faults.add({ endpoint: 'projects.list', status: 200, body: { data: [], surprise: 1 } });
    await client.projects.list();
    await client.projects.list();
    expect(onDrift).toHaveBeenCalledTimes(n);
    mock.reset();
  }
});

test('a reset clears the issues that a client has seen', async () => {
  const mock = createMock();
  const client = new IssueTrackingClient(mock.clientOptions);
  const update = () => client.issues.update('prj_web', 1, { status: 'blocked' });
  const loseOne = () => mock.faults.add({ endpoint: 'issues.update', drop: true, times: 1 });
  await client.issues.update('prj_web', 1, { status: 'in_progress' });
  mock.reset();
  loseOne();
  // Compared with the state of before the reset, the issue would seem to have been changed by a user.
  expect((await update()).status).toBe('blocked');
});

test('an ended generation leaves no queue and no timer', async () => {
  const { mock, options } = withSetupMock(createMock());
  const client = new IssueTrackingClient({ ...options, retry: { limit: 0 } });
  const { [Symbol.for('@issue-tracking/generations')]: published } = globalThis as unknown as {
    [key: symbol]: Map<string, { readonly current: object }>;
  };
  const use = async (): Promise<WeakRef<object>> => {
    mock.faults.add({ endpoint: 'projects.list', ...pause });
    await client.projects.list().catch(() => {});
    const waiting = client.projects.list().catch(() => {});
    const generation = new WeakRef(published?.get(mock.baseUrl)?.current ?? {});
    mock.reset();
    await waiting;
    return generation;
  };
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  await client.projects.list();
  await settled();
  const before = timers();
  const ended: WeakRef<object>[] = [];
  for (let n = 0; n < 20; n++) ended.push(await use());
  await client.projects.list();
  await settled();
  expect(timers()).toBeLessThanOrEqual(before);
  collectGarbage();
  await settled();
  collectGarbage();
  expect(ended.filter((generation) => generation.deref())).toHaveLength(0);
});

test('a generation keeps no listeners for clients whose calls have ended', async () => {
  const mock = createMock();
  const { [Symbol.for('@issue-tracking/generation')]: holder } = mock.fetch as unknown as {
    [key: symbol]: { readonly current: AbortSignal };
  };
  const generation = holder?.current as AbortSignal;
  const [added, removed] = [vi.spyOn(generation, 'addEventListener'), vi.spyOn(generation, 'removeEventListener')];
  for (let n = 0; n < 3; n++) await new IssueTrackingClient(mock.clientOptions).projects.list();
  expect(added).toHaveBeenCalledTimes(3);
  expect(removed.mock.calls).toEqual(added.mock.calls);
});

describe('a mock with handlers() at a client’s base URL', () => {
  function withHandlers() {
    const mock = createMock();
    onTestFinished(() => releaseHandlers(mock));
    return { mock, all: handlers(mock) };
  }

  test('shares no window among clients with a fetch of their own, and its reset ends none of their calls [LIM-1]', async () => {
    const { mock: other } = withHandlers();
    const mock = createMock({ rateLimit: false });
    const clients = Array.from({ length: 2 }, () => {
      const fetch: typeof globalThis.fetch = (...request) => mock.fetch(...request);
      return new IssueTrackingClient({ ...mock.clientOptions, fetch });
    });
    const calls = clients.flatMap((client) => Array.from({ length: 60 }, () => client.projects.list()));
    other.reset();
    await Promise.all(calls);
    expect(clients.map(({ rateLimit }) => rateLimit.used)).toEqual([60, 60]);
  });

  test('keeps apart a client with the global fetch of before the server listened', async () => {
    const { fetch } = globalThis;
    const { mock, all } = withHandlers();
    const server = setupServer(...all);
    server.listen({ onUnhandledFrame: 'error' });
    onTestFinished(() => server.close());
    const options = { baseUrl: mock.baseUrl, apiKey, retry: { limit: 0 } };
    await new IssueTrackingClient(options).projects.list();
    expect(new IssueTrackingClient({ ...options, fetch: globalThis.fetch }).rateLimit.used).toBe(1);
    expect(new IssueTrackingClient({ ...options, fetch }).rateLimit.used).toBe(0);
  });

  test.each([
    ['a reset', 'The mock was reset', (mock: Mock) => mock.reset()],
    ['a release', 'The mock was closed', releaseHandlers],
  ])('ends the first call of a client with the patched fetch at %s', async (_, message, end) => {
    const { mock, all } = withHandlers();
    const server = setupServer(...all);
    server.listen({ onUnhandledFrame: 'error' });
    onTestFinished(() => server.close());
    mock.faults.add({ delayMs: 60_000 });
    const call = new IssueTrackingClient({ baseUrl: mock.baseUrl, apiKey }).projects.list();
    await vi.waitFor(() => expect(mock.requests.all()).toHaveLength(1));
    end(mock);
    await expect(call).rejects.toMatchObject({ name: 'AbortError', cause: { message } });
  });
});
