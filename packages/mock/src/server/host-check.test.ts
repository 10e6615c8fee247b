import { expect, test } from 'vitest';
import { serve } from '../../test/served.ts';

const bearer = { authorization: 'Bearer svc_acme' };

test.each(['localhost', 'LOCALHOST:80', 'app.localhost', '127.0.0.1', '127.0.0.2:9999', '[::1]:4010'])(
  'the loopback host %s is served with any port, which a tunnel may change',
  async (host) => {
    const { raw } = await serve();
    expect((await raw('GET /api/v1/projects', { ...bearer, host })).status).toBe(200);
  },
);

test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '169.254.169.254', 'mock'])(
  'the Host %s, which DNS rebinding can send, gets 403',
  async (host) => {
    const { raw } = await serve();
    for (const path of ['/api/v1/projects', '/__mock/', '/']) {
      const { status, body } = await raw(`GET ${path}`, { ...bearer, host });
      expect(status).toBe(403);
      expect(JSON.parse(body).error).toContain(`--allow-host ${host}`);
    }
  },
);

test.each(['', 'a b', 'user@localhost', '[::1', 'localhost:port', 'localhost, evil.example'])(
  'the malformed Host "%s" gets 400',
  async (host) => {
    const { raw } = await serve();
    expect(await raw('GET /api/v1/projects', { ...bearer, host })).toMatchObject({
      status: 400,
      body: '{"error":"The Host header is missing or malformed"}',
    });
  },
);

test('allowed hosts are served in any letter case', async () => {
  const { raw } = await serve({ allowHosts: ['Mock.Internal'] });
  expect((await raw('GET /api/v1/projects', { ...bearer, host: 'mock.internal:80' })).status).toBe(200);
  expect((await raw('GET /api/v1/projects', { ...bearer, host: 'other.internal' })).status).toBe(403);
});

test('a server on all addresses accepts the address of the connection as Host', async () => {
  const { raw, url } = await serve({ host: '0.0.0.0' });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await raw('GET /api/v1/projects', bearer)).status).toBe(200);
  expect((await raw('GET /api/v1/projects', { ...bearer, host: '10.1.2.3' })).status).toBe(403);
});
