import { createServer, type Server, type Socket } from 'node:net';
import { IssueTrackingClient, IssueTrackingError } from '@issue-tracking/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

/** A service over a socket that writes `reply` for each request. */
let server: Server;
let baseUrl = '';
let reply = '';
let requests = 0;
let clients = 0;

beforeAll(async () => {
  server = createServer((socket: Socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      if (!/^(GET|POST|PATCH) /.test(data.toString())) return;
      requests++;
      socket.write(reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address === 'object') baseUrl = `http://127.0.0.1:${address?.port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  requests = 0;
});

const newClient = () => new IssueTrackingClient({ baseUrl, apiKey: `svc_unreadable_${++clients}`, timeout: 10_000 });
const head = (status: number, ...lines: string[]) => `HTTP/1.1 ${[`${status} X`, ...lines].join('\r\n')}\r\n\r\n{}`;
const replies = {
  'a header block that is too large': (status: number) =>
    head(status, `Set-Cookie: ${'a'.repeat(17_000)}`, 'Content-Length: 2'),
  'two values of Content-Length': (status: number) => head(status, 'Content-Length: 3', 'Content-Length: 5'),
  'too many content codings': (status: number) =>
    head(status, `Content-Encoding: ${Array(9).fill('gzip').join()}`, 'Content-Length: 2'),
};
const isUnsent = (error: unknown) => error instanceof IssueTrackingError && !error.sent;

describe.each(Object.entries(replies))('an unparseable response with %s', (_, replyWith) => {
  test.each([401, 429])(
    'and status %i limits 10 calls with a new credential to 4 requests [AUTH-7]',
    async (status) => {
      reply = replyWith(status);
      const client = newClient();
      const calls = await Promise.allSettled(Array.from({ length: 10 }, () => client.projects.list()));
      expect(requests).toBe(4);
      const errors = calls.map((call) => (call.status === 'rejected' ? call.reason : undefined));
      const sent = errors.filter((error) => !isUnsent(error));
      expect(sent).toHaveLength(4);
      for (const error of sent) {
        expect(error).toMatchObject({ name: 'ConnectionError', attempts: [{ error: 'ConnectionError' }] });
        expect(error.message).toContain('cannot be parsed');
      }
      for (const error of errors.filter(isUnsent)) expect(error).toMatchObject({ name: 'AuthenticationError' });
    },
  );

  test('to a write means that it may have been applied', async () => {
    reply = replyWith(201);
    const call = newClient().issues.comments.create('prj_web', 7, { content: 'Hello' });
    await expect(call).rejects.toMatchObject({ name: 'ConnectionError', sent: true, mayHaveBeenApplied: true });
    expect(requests).toBe(1);
  });

  test('is no failed authentication if the credential is proven', async () => {
    const body = '{"data":[],"total":0}';
    reply = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const client = newClient();
    await client.projects.list();
    reply = replyWith(502);
    const calls = await Promise.allSettled(Array.from({ length: 10 }, () => client.projects.list()));
    for (const call of calls) expect(call).toMatchObject({ reason: { name: 'ConnectionError' } });
    expect(requests).toBe(11);
  });
});

test('a malformed body after a status line is no failed authentication', async () => {
  reply = 'HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n';
  const client = new IssueTrackingClient({ baseUrl, apiKey: 'svc_unreadable_body', retry: false });
  const calls = await Promise.allSettled(Array.from({ length: 6 }, () => client.projects.list()));
  for (const call of calls) expect(call).toMatchObject({ reason: { name: 'ConnectionError', sent: true } });
  expect(requests).toBe(6);
});
