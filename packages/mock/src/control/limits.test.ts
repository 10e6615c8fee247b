import { expect, test } from 'vitest';
import { acme } from '../../test/fixture.ts';
import { serve } from '../../test/served.ts';
import type { Limits } from './types.ts';

async function served(...[options]: Parameters<typeof serve>[1][]) {
  const api = await serve({}, options);
  return { ...api, limits: async () => (await api.control('limits')).body as Limits };
}
const byCredential = (request: Request) => request.headers.get('authorization')?.slice(7) ?? '';

test('credentials are listed with their used rate and the end of their lockout [LIM-1] [AUTH-7]', async () => {
  const { limits, get, as, mock } = await served({ rateLimit: { requests: 2 }, source: byCredential });
  await get('/projects');
  await mock.clock.advance(1000);
  await get('/projects');
  for (let failure = 0; failure < 5; failure++) await as('svc_expired').get('/projects');
  const { credentials } = await limits();
  expect(credentials[0]).toEqual({
    name: 'acme',
    kind: 'apiKey',
    value: 'svc_…',
    organization: acme,
    user: null,
    scopes: expect.arrayContaining(['projects:read']),
    revoked: false,
    expiresAt: null,
    window: {
      used: 2,
      limit: 2,
      freeAt: '2026-05-01T12:01:00.000Z',
      frees: ['2026-05-01T12:01:00.000Z', '2026-05-01T12:01:01.000Z'].map((date) => Date.parse(date)),
    },
    lockout: null,
  });
  expect(credentials).toContainEqual(
    expect.objectContaining({
      expiresAt: '2026-05-01T11:59:59.999Z',
      lockout: { failures: 5, until: '2026-05-01T12:15:01.000Z' },
    }),
  );
  expect(credentials.at(-1)).toMatchObject({ kind: 'accessToken', organization: null, user: 'usr_ada' });
  await mock.clock.advance(59_000);
  expect((await limits()).credentials[0]).toMatchObject({ window: { used: 1, limit: 2, freeAt: null } });
});

test('failed authentications are listed by their source: an address, or a masked credential [AUTH-7]', async () => {
  const { limits, as } = await served();
  await as('svc_unknown').get('/projects');
  expect((await limits()).lockouts).toEqual([
    { source: expect.stringMatching(/127\.0\.0\.1$/), failures: 1, until: null },
  ]);
  const other = await served({ source: byCredential });
  await other.as('oat_somebody_else').get('/projects');
  await other.as('svc_expired').get('/projects');
  expect((await other.limits()).lockouts).toMatchObject([
    { source: expect.stringMatching(/^…else #\w{4}$/), failures: 1 },
    { source: 'acme-7 (svc_…)' },
  ]);
});

test('lifting a lockout forgets what counts against that source alone, and what counts no longer is not listed [AUTH-7]', async () => {
  const { limits, as, control, mock } = await served({ source: byCredential });
  await as('oat_somebody_else').get('/projects');
  for (let failure = 0; failure < 6; failure++) await as('svc_expired').get('/projects');
  const [other, locked] = (await limits()).lockouts;
  expect(locked).toEqual({ source: 'acme-7 (svc_…)', failures: 5, until: '2026-05-01T12:15:00.000Z' });
  const lift = (source: string | undefined) => control('lockouts.lift', { source });
  expect((await lift(locked?.source)).status).toBe(200);
  expect((await limits()).lockouts).toEqual([other]);
  expect((await control('changes.all')).body).toMatchObject([
    { words: 'Lifted the lockout of acme-7 (svc_…)', subject: 'acme-7 (svc_…)' },
  ]);
  expect((await as('svc_expired').get('/projects')).status).toBe(401);
  expect((await lift('nobody')).body).toMatchObject({
    details: [{ message: 'No failed authentication counts against "nobody": limits lists all sources.' }],
  });
  await mock.clock.advance(15 * 60_000);
  expect((await limits()).lockouts).toEqual([]);
});

test('no method returns an unknown credential, because it may be a real one, sent to the wrong address', async () => {
  const { control, limits, mock, url } = await served({
    source: (request) => request.headers.get('authorization') ?? '',
  });
  const typed = ['0123456789abcdef0123456789abcdef', 'svc_of_the_real_service_1234'];
  for (const credential of typed) {
    await fetch(`${url}/api/v1/projects`, { headers: { authorization: `Bearer ${credential}` } });
    mock.faults.add({ when: 'arrival', apiKey: credential, status: 500 });
    await mock.fetch(`${mock.baseUrl}/api/v1/projects`, { headers: { authorization: `Basic ${credential}` } });
  }
  for (const method of ['limits', 'requests.all', 'faults.all']) {
    const text = JSON.stringify(await control(method));
    for (const credential of typed) expect([method, text.includes(credential)]).toEqual([method, false]);
  }
  expect((await limits()).lockouts).toHaveLength(4);
});
