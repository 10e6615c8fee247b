import { expect, test } from 'vitest';
import { serve } from '../../test/served.ts';

test('GET / returns the paths of the server to a program, such as a readiness check', async () => {
  const { raw } = await serve();
  const { status, body } = await raw('GET /');
  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject({ control: '/__mock/', openApi: '/__mock/openapi.json' });
});

test('GET / redirects a browser to the panel', async () => {
  const { raw } = await serve();
  const { status, headers } = await raw('GET /', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  expect({ status, location: headers['location'] }).toEqual({ status: 302, location: '/__mock/ui/' });
});

test.each(['/', '/__mock/', '/__mock/events', '/__mock/openapi.json'])(
  'HEAD %s gets 200 without a body',
  async (path) => {
    const { url } = await serve();
    const response = await fetch(`${url}${path}`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  },
);

test('HEAD of a route without GET gets 405', async () => {
  const { url } = await serve();
  expect((await fetch(`${url}/__mock/reset`, { method: 'HEAD' })).status).toBe(405);
});
