import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createMock } from '@issue-tracking/mock';
import { setupMock } from '@issue-tracking/mock/msw';
import { expect, onTestFinished, test } from 'vitest';

/** Starts a real service, to which an application has connections already. */
async function realService(init: object = {}) {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => response.end('real'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The connection is free again for the second request.
  for (const method of ['POST', 'GET']) {
    await (await fetch(baseUrl, { ...init, method })).text();
    await setImmediate();
  }
  reached.length = 0;
  const comment = {
    ...init,
    method: 'POST',
    headers: { authorization: 'Bearer svc_mock', 'content-type': 'application/json' },
    body: '{"content":"from a test"}',
  };
  const post = () => fetch(`${baseUrl}/api/v1/projects/prj_web/issues/1/comments`, comment);
  return { baseUrl, reached, post };
}

test('a connection that was open before listen() carries no request to the mock, and serves again after close()', async () => {
  const { baseUrl, reached, post } = await realService();
  for (const round of [1, 2]) {
    const mock = createMock({ baseUrl });
    const server = setupMock(mock);
    server.listen();
    onTestFinished(() => server.close());
    expect((await post()).status).toBe(201);
    expect(mock.requests.all()).toHaveLength(1);
    expect(reached).toHaveLength(round - 1);
    server.close();
    expect(await (await post()).text()).toBe('real');
    expect(reached).toHaveLength(round);
  }
});

test('a request on an older connection of another dispatcher fails with advice, and does not reach the service', async () => {
  // Node doesn't export its own Agent. `fetch` has created one by now.
  await realService();
  const shared = Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1'));
  const own = { dispatcher: new shared.constructor() };
  const { baseUrl, reached, post } = await realService(own);
  const server = setupMock(createMock({ baseUrl }));
  server.listen();
  onTestFinished(() => server.close());
  await expect(post()).rejects.toMatchObject({
    cause: {
      message: expect.stringMatching(
        /^setupMock: POST http.*\/comments was about to reach .* before the first request/,
      ),
    },
  });
  expect(reached).toEqual([]);
  // The connection is gone, so the next one is seen.
  expect((await post()).status).toBe(201);
});
