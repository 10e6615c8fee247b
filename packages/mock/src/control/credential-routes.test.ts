import { expect, test } from 'vitest';
import { acme } from '../../test/fixture.ts';
import { serve } from '../../test/served.ts';

interface Credential {
  id: string;
  kind: string;
}

test('credentials are listed with their used rate and the end of their lockout [LIM-1] [AUTH-7]', async () => {
  const { control, get, as, mock } = await serve(
    {},
    { rateLimit: { requests: 2 }, source: (request) => request.headers.get('authorization')?.slice(7) ?? '' },
  );
  await get('/projects');
  await mock.clock.advance(1000);
  await get('/projects');
  for (let failure = 0; failure < 5; failure++) await as('svc_expired').get('/projects');
  const list = (await control('GET', 'credentials')).body as Credential[];
  expect(list).toHaveLength(11);
  expect(list[0]).toEqual({
    id: expect.stringMatching(/^credential-\w+$/),
    name: 'acme',
    kind: 'apiKey',
    value: 'svc_…',
    organization: acme,
    user: null,
    scopes: expect.arrayContaining(['projects:read']),
    revoked: false,
    expiresAt: null,
    window: { used: 2, limit: 2, freeAt: '2026-05-01T12:01:00.000Z' },
    lockout: null,
  });
  expect(list).toContainEqual(
    expect.objectContaining({
      expiresAt: '2026-05-01T11:59:59.999Z',
      lockout: { failures: 5, until: '2026-05-01T12:15:01.000Z' },
    }),
  );
  expect(list.at(-1)).toMatchObject({ kind: 'accessToken', organization: null, user: 'usr_ada' });
  await mock.clock.advance(59_000);
  expect((await control('GET', 'credentials')).body).toMatchObject([
    { window: { used: 1, limit: 2, freeAt: null } },
    ...list.slice(1).map(() => ({})),
  ]);
});

test('a credential can be read in full and revoked by its id', async () => {
  const { control, get, as } = await serve();
  const list = (await control('GET', 'credentials')).body as Credential[];
  const [key, token] = [list[0]?.id, list.at(-2)?.id];
  expect((await control('GET', `credentials/${key}`)).body).toMatchObject({
    id: key,
    secret: 'svc_acme',
    window: null,
  });
  expect((await control('GET', `credentials/${token}`)).body).toMatchObject({ secret: 'oat_ada' });
  expect(await control('POST', `credentials/${key}/revoke`)).toEqual({ status: 200, body: {} });
  expect((await get('/projects')).status).toBe(401);
  await control('POST', `credentials/${token}/revoke`);
  expect((await as('oat_ada').get('/projects')).status).toBe(401);
  expect((await control('GET', 'credentials/credential-0')).status).toBe(404);
});

test('lockouts are listed with their address, or with a masked credential', async () => {
  const { control, as } = await serve();
  await as('svc_unknown').get('/projects');
  expect((await control('GET', 'lockouts')).body).toEqual([
    { source: expect.stringMatching(/127\.0\.0\.1$/), failures: 1, until: null },
  ]);
  const other = await serve({}, { source: (request) => request.headers.get('authorization')?.slice(7) ?? '' });
  await other.as('oat_somebody_else').get('/projects');
  expect((await other.control('GET', 'lockouts')).body).toMatchObject([
    { source: expect.stringMatching(/^…else #\w{4}$/), failures: 1 },
  ]);
  await other.as('svc_expired').get('/projects');
  expect((await other.control('GET', 'lockouts')).body).toMatchObject([{}, { source: 'acme-7 (svc_…)' }]);
});

test('no route returns an unknown credential, because it may be a real one, sent to the wrong address', async () => {
  const { control, mock, url } = await serve({}, { source: (request) => request.headers.get('authorization') ?? '' });
  const typed = ['0123456789abcdef0123456789abcdef', 'svc_of_the_real_service_1234'];
  for (const credential of typed) {
    await fetch(`${url}/api/v1/projects`, { headers: { authorization: `Bearer ${credential}` } });
    mock.faults.add({ when: 'arrival', apiKey: credential, status: 500 });
    await mock.fetch(`${mock.baseUrl}/api/v1/projects`, { headers: { authorization: `Basic ${credential}` } });
  }
  const shown = ['state', 'lockouts', 'requests', 'faults'];
  for (const path of shown) {
    const text = JSON.stringify((await control('GET', path)).body);
    for (const credential of typed) expect([path, text.includes(credential)]).toEqual([path, false]);
  }
  expect((await control('GET', 'lockouts')).body).toHaveLength(4);
});
