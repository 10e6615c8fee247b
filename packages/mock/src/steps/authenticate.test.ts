import { limits } from '@issue-tracking/model';
import { expect, test } from 'vitest';
import { type Answer, service } from '../../test/fixture.ts';
import { serve } from '../../test/served.ts';

const minutes = 60_000;
const refused = {
  status: 401,
  headers: { 'content-type': 'application/json', 'www-authenticate': 'Bearer' },
  body: { error: 'Missing or invalid credential' },
};

function authorized({ get }: ReturnType<typeof service>, authorization: string): Promise<Answer> {
  return get('/projects', { authorization });
}

test.each([
  'Bearer svc_acme',
  'bearer svc_acme',
  'BEARER   svc_acme',
  'Bearer\tsvc_acme',
  ' Bearer svc_acme ',
  'Bearer oat_ada',
])('the header %j is accepted [AUTH-1] [AUTH-2] [GAP-11]', async (header) => {
  expect((await authorized(service(), header)).status).toBe(200);
});

test.each([
  '',
  'Bearer',
  'Bearer ',
  'svc_acme',
  'Basic svc_acme',
  'Token svc_acme',
  'Bearersvc_acme',
  'Bearer svc_acme svc_acme',
  'Bearer svc_acme, Bearer svc_acme',
  'Bearer svc_',
  'Bearer SVC_ACME',
  'Bearer unknown',
  `Bearer svc_${'x'.repeat(20_000)}`,
])('the header %j is 401 [AUTH-1] [AUTH-3] [ERR-1]', async (header) => {
  expect(await authorized(service(), header)).toEqual(refused);
});

test('the 401 is the same for missing, unknown, expired and revoked credentials, and quotes none [AUTH-3] [GAP-12]', async () => {
  const { get, as, mock } = service();
  mock.world.apiKeys.update({ key: 'svc_other' }, { revoked: true });
  for (const credential of [null, 'svc_unknown', 'svc_expired', 'svc_other', 'oat_expired']) {
    expect([credential, await as(credential).get('/projects')]).toEqual([credential, refused]);
  }
  expect((await get('/projects')).status).toBe(200);
});

test('a credential is valid until the millisecond of its expiresAt [AUTH-3] [GAP-12]', async () => {
  const { as, mock } = service();
  await mock.clock.advance(999);
  expect((await as('svc_expiring').get('/projects')).status).toBe(200);
  await mock.clock.advance(1);
  expect((await as('svc_expiring').get('/projects')).status).toBe(401);
});

test('after five failures in 15 minutes a source gets 429 until the first failure leaves the window [AUTH-7] [ERR-6]', async () => {
  const { as, mock } = service();
  const { get } = as('svc_guess');
  for (let failure = 1; failure <= 5; failure++) {
    expect((await get('/projects')).status).toBe(401);
    await mock.clock.advance(minutes);
  }
  const locked = await get('/projects');
  expect(locked).toEqual({
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': '600' },
    body: { error: 'Too many failed authentication attempts' },
  });
  await mock.clock.advance(10 * minutes - 1);
  expect(await get('/projects')).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  await mock.clock.advance(1);
  expect((await get('/projects')).status).toBe(401);
  expect(await get('/projects')).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
});

test('after the clock is set back, a lockout ends one window later and an expired key is valid again [AUTH-3] [AUTH-7]', async () => {
  const { as, mock } = service();
  const before = mock.clock.now();
  await mock.clock.advance(30 * 24 * 60 * minutes);
  expect((await as('svc_expiring').get('/projects')).status).toBe(401);
  for (let failure = 0; failure < 5; failure++) await as('svc_guess').get('/projects');
  await mock.clock.set(before);
  expect((await as('svc_expiring').get('/projects')).status).toBe(200);
  expect(await as('svc_guess').get('/projects')).toMatchObject({ status: 429, headers: { 'retry-after': '900' } });
  await mock.clock.advance(15 * minutes);
  expect((await as('svc_guess').get('/projects')).status).toBe(401);
});

test('attempts during a lockout do not prolong it [AUTH-7]', async () => {
  const { as, mock } = service();
  const { get } = as('svc_guess');
  for (let attempt = 0; attempt < 50; attempt++) await get('/projects');
  await mock.clock.advance(15 * minutes);
  expect((await get('/projects')).status).toBe(401);
});

test('in process, each credential is its own source, so that tests do not lock each other out [GAP-21]', async () => {
  const { as } = service();
  for (let failure = 0; failure < 6; failure++) await as('svc_guess').get('/projects');
  expect((await as('svc_guess').get('/projects')).status).toBe(429);
  expect((await as('svc_other_guess').get('/projects')).status).toBe(401);
});

test('over HTTP, failures of a known key count per key, and failures of unknown keys per address [AUTH-7] [GAP-21]', async () => {
  const { mock, url } = await serve();
  const statusOf = async (credential: string) =>
    (await fetch(`${url}/api/v1/projects`, { headers: { authorization: `Bearer ${credential}` } })).status;
  const tenants = await Promise.all(Array.from({ length: 7 }, () => mock.tenant()));
  for (const { apiKey } of tenants) mock.world.apiKeys.update({ key: apiKey }, { revoked: true });
  for (const { apiKey } of tenants) expect(await statusOf(apiKey)).toBe(401);
  const [{ apiKey = '' } = {}] = tenants;
  for (let failure = 2; failure <= limits.authenticationFailures; failure++) expect(await statusOf(apiKey)).toBe(401);
  expect(await statusOf(apiKey)).toBe(429);
  const guesses = await Promise.all(Array.from({ length: 7 }, (_, at) => statusOf(`svc_guess_${at}`)));
  expect(guesses.filter((status) => status === 401)).toHaveLength(limits.authenticationFailures);
});

test("with the source 'address', all failures of a client count together, in process too [AUTH-7] [GAP-21]", async () => {
  const { as } = service({ source: 'address' });
  for (let at = 0; at < limits.authenticationFailures; at++)
    expect((await as(`svc_guess_${at}`).get('/projects')).status).toBe(401);
  expect((await as('svc_expired').get('/projects')).status).toBe(429);
  const { url } = await serve({}, { source: 'address' });
  const statuses: number[] = [];
  for (let at = 0; at <= limits.authenticationFailures; at++) {
    const authorization = at % 2 === 0 ? 'Bearer svc_expired' : `Bearer svc_guess_${at}`;
    statuses.push((await fetch(`${url}/api/v1/projects`, { headers: { authorization } })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

test("with the source 'credential', clients of one address do not lock each other out [GAP-21]", async () => {
  const { url } = await serve({}, { source: 'credential' });
  for (let at = 0; at < 7; at++) {
    const headers = { authorization: `Bearer svc_guess_${at}` };
    expect((await fetch(`${url}/api/v1/projects`, { headers })).status).toBe(401);
  }
});

test('a source can be computed from the request, so that guesses of different keys count together [GAP-21]', async () => {
  const { as, get } = service({ source: (request) => request.headers.get('x-forwarded-for') ?? 'nobody' });
  const from = { 'x-forwarded-for': '192.0.2.1' };
  for (let failure = 0; failure < 5; failure++) await as(`svc_guess_${failure}`).get('/projects', from);
  expect((await as('svc_guess_6').get('/projects', from)).status).toBe(429);
  expect((await as('svc_guess_6').get('/projects', { 'x-forwarded-for': '192.0.2.2' })).status).toBe(401);
  expect((await get('/projects', from)).status).toBe(200);
});

test('during a lockout a valid credential is accepted, or rejected if the behavior option says so [GAP-28]', async () => {
  const source = () => 'everyone';
  for (const [lockout, status] of [
    ['failures', 200],
    ['source', 429],
  ] as const) {
    const { get, as } = service({ source, behavior: { lockout } });
    for (let failure = 0; failure < 5; failure++) await as('svc_guess').get('/projects');
    expect([lockout, (await get('/projects')).status]).toEqual([lockout, status]);
    expect((await as('svc_guess').get('/projects')).status).toBe(429);
  }
});

test('a missing credential counts as a failure [GAP-36] [GAP-15]', async () => {
  const { as } = service();
  for (let failure = 0; failure < 5; failure++)
    expect(await as(null).get('/projects')).toMatchObject({
      status: 401,
      body: { error: 'Missing or invalid credential' },
    });
  expect((await as(null).get('/projects')).status).toBe(429);
});

test('an API key of an inactive organization works [GAP-44]', async () => {
  const { as, mock } = service();
  const organizationId = '00000000-0000-4000-8000-00000000000c';
  const { key } = mock.world.apiKeys.create({ organizationId });
  expect(await as(key).get('/projects')).toMatchObject({ status: 200, body: { total: 1 } });
  expect((await as(key).get('/projects/prj_dormant/issues')).status).toBe(200);
});

test('a lockout gets 429 with a Retry-After [GAP-45] [AUTH-7]', async () => {
  const { as } = service();
  for (let failed = 0; failed < 5; failed++) expect((await as('svc_wrong').get('/projects')).status).toBe(401);
  expect(await as('svc_wrong').get('/projects')).toMatchObject({
    status: 429,
    body: { error: 'Too many failed authentication attempts' },
    headers: { 'retry-after': '900' },
  });
});
