import { expect, test } from 'vitest';
import { serve } from '../../test/served.ts';

test('settings can be read and changed while the server runs', async () => {
  const { control, get, url, mock } = await serve();
  expect(await control('GET', 'settings')).toEqual({
    status: 200,
    body: {
      baseUrl: url,
      scenario: 'normal',
      latencyMs: 0,
      rateLimit: false,
      behavior: JSON.parse(JSON.stringify(mock.settings.behavior)),
      clock: { kind: 'virtual', now: '2026-05-01T12:00:00.000Z' },
      requestLog: { entries: 1000, bytes: 33_554_432 },
    },
  });
  const changed = await control('PATCH', 'settings', {
    scenario: 'failing',
    latencyMs: [1, 2],
    rateLimit: { requests: 5 },
    behavior: { listItem: 'labels' },
  });
  expect(changed).toMatchObject({
    status: 200,
    body: {
      scenario: 'failing',
      latencyMs: [1, 2],
      rateLimit: { requests: 5, windowMs: 60_000 },
      behavior: { listItem: 'labels', commentOrder: 'oldest' },
    },
  });
  expect((await get('/projects')).status).toBe(500);
  expect((await control('GET', 'settings')).body).toEqual(changed.body);
});

test.each([
  [{ scenario: 'sunny' }, 'scenario'],
  [{ latencyMs: -1 }, 'latencyMs'],
  [{ rateLimit: { requests: -1 } }, 'rateLimit.requests'],
  [{ rateLimits: false }, 'rateLimits'],
  [{ scenario: 'slow', behavior: { listItem: 'none' } }, 'body'],
  [{ scenario: 'slow', behavior: { lisItem: 'both' } }, 'body'],
])('a change of settings to %j gets 400 and changes nothing', async (change, field) => {
  const { control } = await serve();
  const before = await control('GET', 'settings');
  expect(await control('PATCH', 'settings', change)).toMatchObject({ status: 400, body: { details: [{ field }] } });
  expect(await control('GET', 'settings')).toEqual(before);
});

test('a reset restores the latency from the options of the mock', async () => {
  const { control } = await serve({}, { latencyMs: 3_600_000 });
  const latency = async () => ((await control('GET', 'settings')).body as { latencyMs: unknown }).latencyMs;
  expect(await latency()).toBe(3_600_000);
  await control('PATCH', 'settings', { latencyMs: 0 });
  expect(await latency()).toBe(0);
  await control('POST', 'reset');
  expect(await latency()).toBe(3_600_000);
});

test('a request with another origin or host, a wrong content type or no token changes no setting', async () => {
  const { raw, mock } = await serve({ token: 'tok-1' });
  const json = { 'content-type': 'application/json', 'x-mock-token': 'tok-1' };
  const body = '{"scenario":"offline"}';
  expect((await raw('PATCH /__mock/settings', { ...json, origin: 'https://evil.example' }, body)).status).toBe(403);
  expect((await raw('PATCH /__mock/settings', { 'content-type': 'application/json' }, body)).status).toBe(401);
  expect((await raw('PATCH /__mock/settings', { ...json, 'content-type': 'text/plain' }, body)).status).toBe(400);
  expect((await raw('PATCH /__mock/settings', { ...json, host: 'evil.example' }, body)).status).toBe(403);
  expect(mock.scenario).toBe('normal');
  expect((await raw('PATCH /__mock/settings', json, body)).status).toBe(200);
  expect(mock.scenario).toBe('offline');
});

test('the behavior options are listed with their choices', async () => {
  const { control } = await serve();
  const { body } = await control('GET', 'behavior');
  expect(body).toContainEqual({
    name: 'lockoutStatus',
    description: expect.any(String),
    choices: [429, '429-without-retry-after', 403, 401],
  });
  expect(body).toContainEqual(expect.objectContaining({ name: 'readLag', or: 'a number of milliseconds' }));
});
