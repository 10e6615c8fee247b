import { createMock } from '@issue-tracking/mock';
import { setupMock } from '@issue-tracking/mock/msw';
import { listen } from '@issue-tracking/mock/server';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

/** What the console got, without MSW's own lines. */
let printed: string[];
beforeEach(() => {
  printed = [];
  const keep = (text: unknown) => void (String(text).startsWith('[MSW]') || printed.push(String(text)));
  const consoles = (['warn', 'error'] as const).map((name) => vi.spyOn(console, name).mockImplementation(keep));
  return () => {
    for (const each of consoles) each.mockRestore();
  };
});

const key = { apiKey: 'svc_mock', retry: false } as const;

async function failure(client: IssueTrackingClient): Promise<{ message: string; attempts: unknown[] }> {
  const error = await client.projects.list().catch((reason: unknown) => reason);
  return error as { message: string; attempts: unknown[] };
}

function serving(strategy: 'warn' | 'error' | 'bypass', baseUrl = 'https://issues.test') {
  const mock = createMock({ baseUrl });
  const server = setupMock(mock);
  server.listen({ onUnhandledFrame: strategy });
  onTestFinished(() => server.close());
  return mock;
}

const text =
  'https://wrong.test/api/v1/projects is not below https://issues.test/api/, the address of the mock. ' +
  "Pass the baseUrl of mock.clientOptions to the client, or create the mock with createMock({ baseUrl: 'https://wrong.test' })";

test.each(['warn', 'bypass'] as const)(
  'with %s, a request to another address than the mock’s prints one line and gives the client’s error the same text',
  async (strategy) => {
    serving(strategy);
    const client = new IssueTrackingClient({ ...key, baseUrl: 'https://wrong.test' });
    for (let round = 0; round < 2; round++)
      expect((await failure(client)).message).toBe(
        `GET /api/v1/projects: could not connect to wrong.test: getaddrinfo ENOTFOUND wrong.test. ${text}.`,
      );
    expect(printed).toEqual([`setupMock: GET ${text}.`]);
  },
);

test('with error, such a request is rejected with that text, and the client does not try again', async () => {
  serving('error');
  const { message, attempts } = await failure(
    new IssueTrackingClient({ apiKey: 'svc_mock', baseUrl: 'https://wrong.test' }),
  );
  expect(message).toBe(`GET /api/v1/projects: could not connect to wrong.test: ${text}`);
  expect(attempts).toHaveLength(1);
  expect(printed).toEqual([`setupMock: GET ${text}.`]);
});

test.each([
  ['https://issues.test', 'http://issues.test'],
  ['https://issues.test', 'https://issues.test:8443'],
  ['https://issues.test/tracker', 'https://issues.test'],
  ['https://issues.test', 'https://issues.test/tracker'],
])('a client of a mock at %s with the base URL %s learns the right one', async (baseUrl, wrong) => {
  serving('error', baseUrl);
  const { message } = await failure(new IssueTrackingClient({ ...key, baseUrl: wrong }));
  expect(message).toContain(`${wrong}/api/v1/projects is not below ${baseUrl}/api/, the address of the mock.`);
});

test('a path without /api at the mock’s address is named too', async () => {
  serving('error');
  await expect(fetch('https://issues.test/v1/projects')).rejects.toThrow(TypeError);
  expect(printed).toEqual([
    expect.stringMatching(
      /issues.test\/v1\/projects is not below .*, the address of the mock. Begin the path with \/api\/v1\/.$/,
    ),
  ]);
});

test('a base URL with a trailing slash is the same address', async () => {
  serving('error', 'https://issues.test/');
  const client = new IssueTrackingClient({ ...key, baseUrl: 'https://issues.test/' });
  expect((await client.projects.list()).data).toHaveLength(1);
  expect(printed).toEqual([]);
});

test('requests to other handlers, to the mock’s own HTTP server and to other APIs print nothing', async () => {
  const mock = createMock();
  const server = setupMock(
    mock,
    http.get('https://app.example/api/v1/me', () => HttpResponse.json({})),
  );
  server.listen({ onUnhandledFrame: 'bypass' });
  onTestFinished(() => server.close());
  await fetch('https://app.example/api/v1/me');
  const served = await listen(createMock());
  onTestFinished(() => served.close());
  await fetch(`${served.url}/api/v1/projects`, { headers: { authorization: 'Bearer svc_mock' } });
  await fetch('https://app.test/v1/users').catch(() => {});
  expect(printed).toEqual([]);
});

test('a client of a mock whose server does not listen learns so', async () => {
  for (const host of ['localhost', '127.0.0.1']) createMock({ baseUrl: `http://${host}:4010` });
  const closed = await listen(createMock());
  await closed.close();
  for (const [baseUrl, reason] of [
    ['https://issues.test', 'getaddrinfo ENOTFOUND issues.test'],
    [closed.url.replace('127.0.0.1', 'localhost'), 'connect ECONNREFUSED'],
  ] as const) {
    const server = setupMock(createMock({ baseUrl }));
    const client = new IssueTrackingClient({ ...key, baseUrl });
    const receivesNone = `The mock at ${baseUrl} receives no requests, because no server of setupMock() listens for it: call server.listen()`;
    const expectAdvice = async () => {
      const { message } = await failure(client);
      expect(message).toContain(reason);
      expect(message).toContain(receivesNone);
    };
    await expectAdvice();
    server.listen();
    expect((await client.projects.list()).data).toHaveLength(1);
    server.close();
    await expectAdvice();
  }
});

test('after close(), a failed connection elsewhere has no advice', async () => {
  const server = setupMock(createMock());
  server.listen();
  const client = new IssueTrackingClient({ ...key, baseUrl: 'https://wrong.test' });
  expect((await failure(client)).message).toContain('is not below');
  server.close();
  expect((await failure(client)).message).not.toContain('is not below');
});
