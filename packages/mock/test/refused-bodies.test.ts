import { expect, test, vi } from 'vitest';
import { closed, exchange, open, readResponse } from './raw-http.ts';
import { serve } from './served.ts';

const comments = '/api/v1/projects/prj_web/issues/1/comments';
const body = '{"content":"kept"}';

function head(credential: string): string {
  return `POST ${comments} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${credential}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
}

test('an incomplete body does not delay a 401, and is logged when it is complete', async () => {
  const { url, mock } = await serve();
  const socket = open(url);
  const response = readResponse(socket);
  socket.write(head('svc_unknown') + body.slice(0, 5));
  expect((await response).status).toBe(401);
  expect(mock.requests.last()).toMatchObject({ status: 401, bodyKept: 'nothing' });
  socket.write(body.slice(5));
  await vi.waitFor(() => expect(mock.requests.last()).toMatchObject({ body: { content: 'kept' } }));
  expect(mock.requests.last()).not.toHaveProperty('bodyKept');
  // The connection goes on with the next request.
  const next = readResponse(socket);
  socket.write(head('svc_acme') + body);
  expect((await next).status).toBe(201);
  socket.destroy();
});

test('a body that never completes is marked in the log', async () => {
  const { url, mock } = await serve();
  const socket = open(url);
  const response = readResponse(socket);
  socket.write(head('svc_unknown') + body.slice(0, 5));
  await response;
  socket.resetAndDestroy();
  await closed(socket);
  expect(mock.requests.last()).toMatchObject({ status: 401, bodyKept: 'nothing' });
});

test('the log has the body of a request whose response a fault drops or truncates', async () => {
  const { url, mock } = await serve();
  for (const fault of [{ drop: true }, { when: 'arrival', drop: true }, { status: 500, truncate: 3 }] as const) {
    mock.faults.add(fault);
    await exchange(url, head('svc_acme') + body).catch(() => {});
    expect([fault, mock.requests.last()]).toMatchObject([fault, { reason: 'fault', body: { content: 'kept' } }]);
  }
});
