import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints } from '@issue-tracking/model';
import { expect, onTestFinished, test } from 'vitest';
import { sharedChromium } from '../../../../tools/testing/shared-chromium.ts';
import { serve } from '../../test/served.ts';

const bearer = { authorization: 'Bearer svc_acme' };
const preflight = {
  'access-control-request-method': 'PATCH',
  'access-control-request-headers': 'authorization,content-type',
};

test.each(['http://localhost:5173', 'http://127.0.0.1:6006', 'https://app.localhost', 'http://[::1]:3000'])(
  'a page of %s can read responses and Retry-After [ERR-6]',
  async (origin) => {
    const { raw } = await serve();
    const { status, headers } = await raw('GET /api/v1/projects', { ...bearer, origin });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' });
    expect(headers['access-control-expose-headers']).toContain('Retry-After');
  },
);

test('a page on localhost can read a 401', async () => {
  const { raw } = await serve();
  const { status, headers } = await raw('GET /api/v1/projects', { origin: 'http://localhost:5173' });
  expect(status).toBe(401);
  expect(headers['access-control-allow-origin']).toBe('http://localhost:5173');
});

test('a preflight without a credential gets 204 and allows the requested method and headers', async () => {
  const { raw, mock } = await serve();
  const { status, headers, body } = await raw('OPTIONS /api/v1/projects/prj_web/issues/1', {
    ...preflight,
    origin: 'http://localhost:5173',
  });
  expect({ status, body }).toEqual({ status: 204, body: '' });
  const methods = new Set(Object.values(endpoints).map(({ method }) => method));
  expect(headers['access-control-allow-methods']).toBe([...methods].join(', '));
  expect(headers['access-control-allow-headers']).toBe('authorization,content-type');
  expect(mock.requests.all()).toEqual([]);
});

test('a page of another origin cannot read responses, and its preflight gets 403 with a fix', async () => {
  const { raw } = await serve();
  const origin = 'https://evil.example';
  const { headers } = await raw('GET /api/v1/projects', { ...bearer, origin });
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  const refused = await raw('OPTIONS /api/v1/projects', { ...preflight, origin });
  expect(refused.status).toBe(403);
  expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
  expect(JSON.parse(refused.body).error).toContain('--cors https://evil.example');
});

test('the preflight of a page without an origin, such as a file, gets 403 with a fix', async () => {
  const { raw } = await serve();
  const refused = await raw('OPTIONS /api/v1/projects', { ...preflight, origin: 'null' });
  expect(refused.status).toBe(403);
  expect(JSON.parse(refused.body).error).toMatch(/^Pages without an origin, such as files, .* --cors '\*'$/);
});

test('the option cors allows origins, or all with *', async () => {
  const given = await serve({ cors: 'https://app.example' });
  const all = await serve({ cors: ['*'] });
  const allowed = async ({ raw }: typeof given, origin: string) =>
    (await raw('GET /api/v1/projects', { ...bearer, origin })).headers['access-control-allow-origin'];
  expect(await allowed(given, 'https://app.example')).toBe('https://app.example');
  expect(await allowed(given, 'https://app.example.evil.example')).toBeUndefined();
  expect(await allowed(all, 'https://evil.example')).toBe('https://evil.example');
});

test("requests with credentials: 'include' are allowed from named and local pages, not from those that only * allows", async () => {
  const { raw } = await serve({ cors: ['https://told.example', '*'] });
  for (const [origin, may] of [
    ['https://told.example', 'true'],
    ['http://localhost:5173', 'true'],
    ['https://evil.example', undefined],
    ['null', undefined],
  ] as const) {
    for (const [request, sent] of [
      ['GET /api/v1/projects', bearer],
      ['OPTIONS /api/v1/projects', preflight],
    ] as const) {
      const { headers } = await raw(request, { ...sent, origin });
      const { 'access-control-allow-origin': allowed, 'access-control-allow-credentials': credentials } = headers;
      expect([request, allowed, credentials]).toEqual([request, origin, may]);
    }
  }
});

test("Chromium lets a page on localhost write with credentials: 'include'", { tags: 'chromium' }, async () => {
  const { url } = await serve();
  const application = createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => void application.listen(0, resolve));
  onTestFinished(() => void application.close());
  const page = await (await sharedChromium()).newPage();
  onTestFinished(() => page.close());
  await page.goto(`http://localhost:${(application.address() as AddressInfo).port}`);
  const status = await page.evaluate(async (address) => {
    const headers = { authorization: 'Bearer svc_acme', 'content-type': 'application/json' };
    const body = '{"priority":"low"}';
    return (await fetch(address, { method: 'PATCH', credentials: 'include', headers, body })).status;
  }, `${url}/api/v1/projects/prj_web/issues/1`);
  expect(status).toBe(200);
});

test('an OPTIONS request that is not a preflight gets 405 [GAP-25]', async () => {
  const { raw } = await serve();
  const { status, headers } = await raw('OPTIONS /api/v1/projects', bearer);
  expect({ status, allow: headers['allow'] }).toEqual({ status: 405, allow: 'GET, HEAD' });
});

test.each([
  ['loopback', ['http://localhost:5173', 'https://told.example']],
  ['any', ['http://localhost:5173', 'https://told.example', 'https://other.example']],
  ['none', ['https://told.example']],
] as const)('with the behavior cors %s, only pages of %j can call the API [GAP-56]', async (cors, allowed) => {
  const { raw } = await serve({ cors: ['https://told.example'] }, { behavior: { cors } });
  for (const origin of ['http://localhost:5173', 'https://told.example', 'https://other.example']) {
    const { headers } = await raw('GET /api/v1/projects', { ...bearer, origin });
    const { status } = await raw('OPTIONS /api/v1/projects', { ...preflight, origin });
    const may = (allowed as readonly string[]).includes(origin);
    expect([origin, headers['access-control-allow-origin'], status]).toEqual([
      origin,
      may ? origin : undefined,
      may ? 204 : 403,
    ]);
  }
});

test('with any behavior of cors, only pages on localhost can call the control API [GAP-56]', async () => {
  for (const cors of ['any', 'none'] as const) {
    const { raw } = await serve({}, { behavior: { cors } });
    const local = await raw('GET /__mock/', { origin: 'http://localhost:5173' });
    expect([local.status, local.headers['access-control-allow-origin']]).toEqual([200, 'http://localhost:5173']);
    expect((await raw('GET /__mock/', { origin: 'https://other.example' })).status).toBe(403);
  }
});
