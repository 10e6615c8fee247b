import { type ClientOptions, systemClock } from '@issue-tracking/sdk';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { issue } from '../../test/support/records.ts';
import { errorResponse, json, scripted } from '../../test/support/scripted-service.ts';
import type { LogLevel } from '../validation/option-table.ts';

let lines: string[] = [];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, 'warn').mockImplementation((text) => {
    const line = String(text).replace(/call \d+/, 'call N');
    // The virtual clock of an earlier file may say that it stands.
    if (!line.startsWith('virtualClock()')) lines.push(line);
  });
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const path = '/api/v1/projects/prj_web/issues/7';
const failed = `[issue-tracking] GET ${path} → 503 ServerError in 0 ms (call N, attempt 1)`;
const waits = `[issue-tracking] GET ${path} waits 100 ms to try again (call N, attempt 2)`;
const succeeded = `[issue-tracking] GET ${path} → 200 in 0 ms (call N, attempt 2)`;
const drift = '[issue-tracking] issues.get: drift, unknown-field data.addedLater';

async function run(logLevel: LogLevel | undefined) {
  const { client } = scripted([errorResponse(503, 'Busy'), json({ data: issue({ addedLater: 1 }) })], { logLevel });
  await client.issues.get('prj_web', 7);
}

test.each([
  ['off', []],
  ['error', []],
  ['warn', []],
  ['info', [failed, succeeded, drift]],
  ['debug', [failed, waits, succeeded, drift]],
] as const)('logLevel %s logs its lines', async (level, expected) => {
  await run(level);
  expect(lines).toEqual(expected);
});

test('text of a service adds no log lines and no terminal control characters', async () => {
  const { client } = scripted(
    [json({ data: issue({ 'x\n[issue-tracking] GET /fake → 200\u001b[2J': 1, status: 'a\nb' }) })],
    { logLevel: 'info' },
  );
  await client.issues.get('prj_web', 7);
  expect(lines.filter((line) => line.includes('drift'))).toEqual([
    '[issue-tracking] issues.get: drift, unknown-value data.status "a b"',
    '[issue-tracking] issues.get: drift, unknown-field data.x [issue-tracking] GET /fake → 200 [2J',
  ]);
});

test.each(['DEBUG', ' Debug\n'])('the level of the environment may be written as %j', async (value) => {
  vi.stubEnv('ISSUE_TRACKING_LOG', value);
  await run(undefined);
  expect(lines).toHaveLength(4);
});

test.each(['trace', '1', 'true', '*'])(
  'a wrong level of the environment, %s, is one warning, and the program goes on',
  async (value) => {
    vi.stubEnv('ISSUE_TRACKING_LOG', value);
    for (let i = 0; i < 2; i++) await run(undefined);
    expect(lines).toEqual([
      `[issue-tracking] ISSUE_TRACKING_LOG must be one of: off, error, warn, info, debug; found "${value}"`,
    ]);
  },
);

test('without logLevel the environment sets the level, and without both short calls are not logged', async () => {
  await run(undefined);
  expect(lines).toEqual([]);
  vi.stubEnv('ISSUE_TRACKING_LOG', 'info');
  await run(undefined);
  expect(lines).toHaveLength(3);
});

test('an attempt without a response is logged with the name of its error, and onResponse is called too', async () => {
  const onResponse = vi.fn();
  const lost = () => {
    throw new TypeError('fetch failed');
  };
  const { client } = scripted([lost], { logLevel: 'info', retry: false, hooks: { onResponse } });
  await client.issues.get('prj_web', 7).catch(() => {});
  expect(lines).toEqual([`[issue-tracking] GET ${path} → ConnectionError in 0 ms (call N, attempt 1)`]);
  expect(onResponse).toHaveBeenCalledOnce();
});

test('no log line contains a credential, a query or a body [AUTH-1]', async () => {
  const { client } = scripted([json({ secret: 'private' })], { logLevel: 'debug' });
  await client.request('POST', '/api/v1/svc_key', { query: { q: 'private' }, body: { note: 'private' } });
  expect(lines).toHaveLength(1);
  expect(lines.join()).not.toMatch(/svc_key|private/);
});

test('at info each wait of two seconds or more is logged, and shorter ones are not', async () => {
  const waited = (reason: string) => lines.filter((line) => line.includes(reason));
  const hangs = () => new Promise<Response>(() => {});
  const { client } = scripted([hangs], { logLevel: 'info', timeout: 5_000, retry: false });
  await Promise.allSettled(Array.from({ length: 6 }, () => client.issues.get('prj_web', 7)));
  // The first goes as a probe, the next after a second, and so on.
  expect(waited('waits for the credential')).toHaveLength(4);

  const token = scripted([json({ data: issue() })], {
    logLevel: 'info',
    apiKey: undefined,
    accessToken: async () => {
      await token.clock.sleep(3_000);
      return 'token';
    },
  });
  await token.client.issues.get('prj_web', 7);
  expect(waited('waits for the access token')).toHaveLength(1);

  const limited = scripted([json({ data: issue() })], { logLevel: 'info', rateLimit: { requests: 1 } });
  await Promise.all([limited.client.issues.get('prj_web', 7), limited.client.issues.get('prj_web', 7)]);
  expect(waited('waits 60000 ms for the rate limit')).toHaveLength(1);

  lines = [];
  await run('info');
  expect(waited('waits')).toEqual([]);
});

/** A logger such as pino's or winston's. */
function loggerOf() {
  return { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
}

test('a logger gets each line at its level instead of the console', async () => {
  const logger = loggerOf();
  const { client } = scripted([errorResponse(503, 'Busy'), json({ data: issue() })], { logger, logLevel: 'debug' });
  await client.issues.get('prj_web', 7);
  expect(logger.info).toHaveBeenCalledTimes(2);
  expect(logger.debug).toHaveBeenCalledOnce();
  expect(logger.warn).not.toHaveBeenCalled();
  expect(lines).toEqual([]);
});

test('a logger that throws fails no call', async () => {
  const fails = () => {
    throw new Error('disk full');
  };
  const logger = { debug: fails, info: fails, warn: fails, error: fails };
  const options = { baseUrl: 'http://tracker.example.com', logger, logLevel: 'debug' } as const;
  const { client } = scripted([json({ data: issue() })], options);
  await expect(client.issues.get('prj_web', 7)).resolves.toBeDefined();
});

describe('with the system clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function limited(options: Partial<ClientOptions> = {}, logger = loggerOf()) {
    const { client } = scripted([json({ data: issue() })], {
      logger,
      clock: systemClock,
      rateLimit: { requests: 1 },
      lockoutProtection: false,
      ...options,
    });
    const calls = Array.from({ length: 4 }, () => client.issues.get('prj_web', 7));
    for (const call of calls) call.catch(() => {});
    return { logger, client };
  }

  test('a long wait is logged by default when it begins, once for each reason and client', async () => {
    const { logger, client } = limited();
    await vi.advanceTimersByTimeAsync(0);
    const line =
      /^\[issue-tracking\] GET \S+ waits 60000 ms for the rate limit\. rateLimit allows 1 in 60000 ms\. With a deadline, a call whose turn comes later fails at once \(call \d+, attempt 1\)$/;
    expect(logger.warn.mock.calls).toEqual([[expect.stringMatching(line)]]);
    await vi.advanceTimersByTimeAsync(150_000);
    expect(logger.warn).toHaveBeenCalledOnce();
    const other = limited({}, logger);
    await vi.advanceTimersByTimeAsync(0);
    expect(logger.warn).toHaveBeenCalledTimes(2);
    expect(logger.info).not.toHaveBeenCalled();
    await client.close();
    await other.client.close();
  });

  test("a wait after a 429 is logged as the service's pause, whatever rateLimit the client has", async () => {
    const logger = loggerOf();
    const limit = errorResponse(429, 'Too many requests', { 'retry-after': '5' });
    const { client } = scripted([limit, json({ data: issue() })], {
      logger,
      clock: systemClock,
      rateLimit: { requests: 3 },
    });
    const calls = [client.issues.get('prj_web', 7)];
    await vi.advanceTimersByTimeAsync(0);
    calls.push(client.issues.get('prj_web', 7));
    await vi.advanceTimersByTimeAsync(0);
    expect(logger.warn.mock.calls.map(([line]) => line.replace(/^.*7 | \(call.*$/g, ''))).toContainEqual(
      expect.stringMatching(/for the rate limit\. The service has paused this credential with a 429\. With a deadline/),
    );
    await vi.advanceTimersByTimeAsync(61_000);
    await Promise.all(calls);
  });

  test.each([
    ['1', []],
    [
      '60',
      [
        'waits 60000 ms to try again after ServerError. The option retry sets how often and how long a call is tried again',
      ],
    ],
  ])('a retry after %s s is logged by default if that is long, with its error', async (seconds, expected) => {
    const logger = loggerOf();
    const busy = errorResponse(503, 'Busy', { 'retry-after': seconds });
    const { client } = scripted([busy, json({ data: issue() })], { logger, clock: systemClock });
    const call = client.issues.get('prj_web', 7);
    await vi.advanceTimersByTimeAsync(0);
    expect(logger.warn.mock.calls.map(([line]) => line.replace(/^.*7 | \(call.*$/g, ''))).toEqual(expected);
    await vi.advanceTimersByTimeAsync(61_000);
    await call;
  });

  test.each([
    [
      'the access token. Its function has not returned yet; a deadline limits the wait',
      { apiKey: undefined, accessToken: () => new Promise<string>(() => {}) },
    ],
    [
      'the credential. lockoutProtection waits for the response of another request with this credential, at most for its timeout',
      { lockoutProtection: true, fetch: () => new Promise<Response>(() => {}) },
    ],
  ])('a wait for %s: is logged by default after two seconds, for its length is unknown', async (reason, options) => {
    const { logger, client } = limited({ rateLimit: false, ...options } as Partial<ClientOptions>);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(logger.warn).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(logger.warn.mock.calls).toEqual([[expect.stringContaining(`waits for ${reason}`)]]);
    const closed = client.close({ deadline: 1 });
    await vi.advanceTimersByTimeAsync(1);
    await closed;
  });

  test('logLevel off logs nothing', async () => {
    const { logger, client } = limited({ logLevel: 'off' });
    await vi.advanceTimersByTimeAsync(150_000);
    expect(logger.warn).not.toHaveBeenCalled();
    await client.close();
  });
});

test('a long wait on a clock that moves by itself is not logged by default', async () => {
  const logger = loggerOf();
  const { client } = scripted([json({ data: issue() })], { logger, rateLimit: { requests: 1 } });
  await Promise.all(Array.from({ length: 3 }, () => client.issues.get('prj_web', 7)));
  expect(logger.warn).not.toHaveBeenCalled();
});

test("log lines, attempts and events contain the response's x-request-id with secrets redacted", async () => {
  const onResponse = vi.fn();
  const busy = errorResponse(503, 'Busy', { 'x-request-id': 'req-1 svc_key' });
  const { client } = scripted([busy, json({ data: issue() }, { headers: { 'x-request-id': 'req-2' } })], {
    logLevel: 'info',
    hooks: { onResponse },
  });
  const { response } = await client.issues.get('prj_web', 7).withResponse();
  expect(response.attempts.map(({ requestId }) => requestId)).toEqual(['req-1 [redacted]', 'req-2']);
  expect(onResponse.mock.calls.map(([{ requestId }]) => requestId)).toEqual(['req-1 [redacted]', 'req-2']);
  expect(lines.at(-1)).toContain('attempt 2, request req-2)');

  const { client: failing } = scripted([errorResponse(404, 'No', { 'x-request-id': 'req-3' })]);
  await expect(failing.issues.get('prj_web', 7)).rejects.toMatchObject({ attempts: [{ requestId: 'req-3' }] });
});
