import { expect, test } from 'vitest';
import { acme } from '../../test/fixture.ts';
import { serve } from '../../test/served.ts';

test('the records route lists the collections with their counts', async () => {
  const { control } = await serve();
  expect((await control('GET', 'records')).body).toEqual([
    { name: 'organizations', count: 3 },
    { name: 'projects', count: 4 },
    { name: 'issues', count: 7 },
    { name: 'comments', count: 2 },
    { name: 'apiKeys', count: 9 },
    { name: 'users', count: 1 },
    { name: 'accessTokens', count: 2 },
  ]);
});

test.each([
  ['issues?projectId=prj_web&status=open', ['Checkout hangs', 'Newest']],
  ['issues?labels=checkout', ['Checkout hangs', '100% [a-z] _']],
  ['issues?q=UMLAUTS', []],
  ['issues?q=ümlauts', ['Search']],
  ['issues?issueNumber=2', ['Search']],
  ['issues?limit=2&page=2', ['Same time', '100% [a-z] _']],
  ['issues?page=9', []],
])('GET records/%s returns %j', async (path, titles) => {
  const { control } = await serve();
  const { status, body } = await control('GET', `records/${path}`);
  expect(status).toBe(200);
  expect((body as { data: { title: string }[] }).data.map(({ title }) => title)).toEqual(titles);
});

test('a page of records has the total and the number of pages', async () => {
  const { control } = await serve();
  expect((await control('GET', 'records/issues?limit=3&page=2')).body).toMatchObject({
    total: 7,
    page: 2,
    totalPages: 3,
  });
  expect(await control('GET', 'records/nothing')).toMatchObject({
    status: 400,
    body: { details: [{ field: 'collection' }] },
  });
  expect(await control('GET', 'records/issues?limit=2000')).toMatchObject({
    status: 400,
    body: { details: [{ field: 'limit' }] },
  });
});

test('PATCH changes a record, its update time and its search index', async () => {
  const { control, get, mock } = await serve();
  await mock.clock.advance(1000);
  const { body: found } = await control('GET', 'records/issues?projectId=prj_web&issueNumber=1');
  const [{ id }] = (found as { data: [{ id: string }] }).data;
  const { status, body } = await control('PATCH', `records/issues/${id}`, { status: 'verified', title: 'Renamed' });
  expect({ status, body }).toMatchObject({ status: 200, body: { id, status: 'verified', title: 'Renamed' } });
  expect((await get('/projects/prj_web/issues/1')).body.data).toMatchObject({
    title: 'Renamed',
    status: 'verified',
    updatedAt: '2026-05-01T12:00:01.000Z',
  });
  expect((await get('/projects/prj_web/issues?q=renamed')).body.total).toBe(1);
  await control('PATCH', `records/projects/prj_web`, { name: 'Shop' });
  expect((await get('/projects?organizationSlug=acme')).body.data).toContainEqual(
    expect.objectContaining({ name: 'Shop' }),
  );
});

test.each([
  ['projects/prj_web', { nam: 'Shop' }, 'nam', 'did you mean "name"?'],
  ['projects/prj_web', { constructor: 1 }, 'constructor', 'is not a member'],
  ['projects/prj_web', { name: 5 }, 'name', 'must be'],
  ['projects/prj_web', { id: 'prj_other' }, 'body', 'id identifies the record'],
  ['projects/prj_web', { organizationId: acme.replace('a', 'b') }, 'body', 'organizationId identifies the record'],
  ['users/usr_ada', { organizations: ['acme', 'nowhere'] }, 'organizations', 'there is no nowhere'],
  [`organizations/${acme}`, { active: 'no' }, 'active', 'must be'],
])('PATCH records/%s with %j gets 400 and changes nothing', async (path, changes, field, message) => {
  const { control } = await serve();
  const before = await control('GET', 'state');
  expect(await control('PATCH', `records/${path}`, changes)).toMatchObject({
    status: 400,
    body: { details: [{ field, message: expect.stringContaining(message) }] },
  });
  expect(await control('GET', 'state')).toEqual(before);
});

test('DELETE removes a record and everything that belongs to it, unless a user refers to it', async () => {
  const { control, get } = await serve();
  expect(await control('DELETE', 'records/projects/prj_web')).toEqual({ status: 200, body: {} });
  expect((await get('/projects/prj_web/issues')).status).toBe(404);
  expect((await control('GET', 'records')).body).toContainEqual({ name: 'comments', count: 0 });
  expect(await control('DELETE', 'records/projects/prj_web')).toMatchObject({ status: 404 });
  expect(await control('DELETE', `records/organizations/${acme}`)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('User usr_ada belongs to acme') },
  });
  await control('PATCH', 'records/users/usr_ada', { organizations: ['globex'] });
  expect((await control('DELETE', `records/organizations/${acme}`)).status).toBe(200);
  expect((await get('/projects')).status).toBe(401);
});

test('keys and tokens are listed masked, with ids that do not reveal them', async () => {
  const { control } = await serve();
  for (const path of ['records/apiKeys', 'records/accessTokens', 'records/apiKeys?q=svc_acme', 'credentials']) {
    expect(JSON.stringify((await control('GET', path)).body)).not.toMatch(/svc_acme|oat_ada/);
  }
  const { body } = await control('GET', 'records/accessTokens');
  const [{ id }] = (body as { data: [{ id: string }] }).data;
  expect(await control('PATCH', `records/accessTokens/${id}`, { revoked: true })).toMatchObject({
    status: 200,
    body: { id, token: '…', revoked: true },
  });
});

test('PATCH finds a pulled issue by project and number or by id, and accepts members that it lacks', async () => {
  const issues = [{ issueNumber: 1 }, { issueNumber: 2, id: 7 }];
  const organizations = [{ id: '7', slug: 'acme', projects: [{ id: 'prj_web', issues }] }];
  const { control } = await serve({}, { world: { form: 'pulled', organizations } });
  for (const path of ['prj_web%2F1', 'prj_web%2F2', '7']) {
    expect(await control('PATCH', `records/issues/${path}`, { status: 'blocked' })).toMatchObject({
      status: 200,
      body: { status: 'blocked' },
    });
  }
  expect(await control('PATCH', 'records/issues/prj_web%2F1', { stat: 'blocked' })).toMatchObject({
    body: { details: [{ field: 'stat', message: expect.stringContaining('did you mean "status"?') }] },
  });
});
