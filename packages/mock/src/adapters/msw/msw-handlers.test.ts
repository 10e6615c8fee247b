import { createMock } from '@issue-tracking/mock';
import { setupMock } from '@issue-tracking/mock/node';
import { expect, onTestFinished, test } from 'vitest';

/** A mock that MSW answers the process's own `fetch` from, as it does in jsdom. */
function served() {
  const mock = createMock();
  const server = setupMock(mock);
  server.listen({ onUnhandledFrame: 'error' });
  onTestFinished(() => server.close());
  return mock;
}

const url = 'https://issues.test/api/v1/projects/prj_web/issues/1';
const origin = 'http://localhost:3000';

test('a preflight, as jsdom sends one, is answered so that the request proper may follow', async () => {
  const mock = served();
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
  expect(preflight.status).toBe(204);
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': expect.stringContaining('PATCH'),
    'access-control-allow-headers': 'authorization,content-type',
  });
  expect(mock.requests.all()).toEqual([]);
});

test('an OPTIONS request that is no preflight is a method the API does not have [GAP-25]', async () => {
  served();
  expect((await fetch(url, { method: 'OPTIONS', headers: { origin } })).status).toBe(405);
});

test('a page of another origin may read the answer, its date and Retry-After', async () => {
  served();
  const { headers } = await fetch(url, { headers: { origin, authorization: 'Bearer svc_mock' } });
  expect(headers.get('access-control-allow-origin')).toBe(origin);
  expect(headers.get('access-control-expose-headers')).toMatch(/Retry-After.*Date/);
});

test('who is no page is sent no headers for pages', async () => {
  served();
  const { headers } = await fetch(url, { headers: { authorization: 'Bearer svc_mock' } });
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
});
