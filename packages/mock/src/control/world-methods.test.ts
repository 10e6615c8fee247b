import { expect, test } from 'vitest';
import { acme } from '../../test/fixture.ts';
import { serve } from '../../test/served.ts';
import { stateOf } from '../../test/state-of.ts';

test.each([
  [{ where: { projectId: 'prj_web', status: 'open' } }, ['Checkout hangs', 'Newest'], 2],
  [{ contains: 'UMLAUTS' }, [], 0],
  [{ contains: 'ÜMLAUTS' }, ['Search'], 1],
  [{ where: { projectId: 'prj_web' }, orderBy: { title: 'desc' }, take: 2 }, ['Search', 'Same time'], 5],
  [{ skip: 2, take: 2 }, ['Same time', '100% [a-z] _'], 7],
  [{ take: 0 }, [], 7],
  [{ where: { techContext: { browserInfo: { name: 'Chrome' } } } }, ['Checkout hangs'], 1],
])('world.issues.find with %j returns %j of %d', async (input, titles, total) => {
  const { control } = await serve();
  const { status, body } = await control('world.issues.find', input);
  const { data, ...rest } = body as { data: { title: string }[] };
  expect({ status, titles: data.map(({ title }) => title), ...rest }).toEqual({ status: 200, titles, total });
});

test('records are ordered by several members, in their order, and a missing value comes first', async () => {
  const { control } = await serve();
  const { body } = await control('world.projects.find', { orderBy: { description: 'asc', id: 'desc' } });
  const { data } = body as { data: { id: string }[] };
  expect(data.map(({ id }) => id)).toEqual(['prj_globex', 'prj_empty', 'prj_dormant', 'prj_web']);
});

test('the world has the actions that the API lacks [GEN-6] [STA-5] [STA-6]', async () => {
  const { control, get, as } = await serve();
  const call = async (name: string, input: object) => {
    const { status, body } = await control(name, input);
    expect([name, status]).toEqual([name, 200]);
    return body as Record<string, string>;
  };
  const where = { projectId: 'prj_empty', issueNumber: 1 };
  expect(await call('world.issues.create', { projectId: 'prj_empty', title: 'New', labels: ['bug'] })).toMatchObject(
    where,
  );
  for (const status of ['verified', 'closed'])
    expect(await call('world.issues.update', { where, changes: { status } })).toMatchObject([{ status }]);
  await call('world.comments.create', { ...where, content: 'Done', authorName: 'Ada' });
  expect((await get('/projects/prj_empty/issues/1')).body.data).toMatchObject({ title: 'New', status: 'closed' });

  const { id: organizationId, slug } = await call('world.organizations.create', { name: 'New' });
  const { id } = await call('world.projects.create', { organizationId, name: 'Fresh' });
  const { key, name } = await call('world.apiKeys.create', { organizationId, scopes: ['projects:read'] });
  expect((await as(String(key)).get('/projects')).body.data).toMatchObject([{ id, name: 'Fresh' }]);
  await call('world.apiKeys.update', { where: { name }, changes: { revoked: true } });
  expect((await as(String(key)).get('/projects')).status).toBe(401);

  const user = await call('world.users.create', { name: 'Ada', organizations: ['acme', slug] });
  const { token } = await call('world.accessTokens.create', { userId: user['id'] });
  expect((await as(String(token)).get('/projects')).body.total).toBe(3);
});

test('a deletion returns the found records, and removes everything that belongs to them', async () => {
  const { control, get } = await serve();
  const where = { id: 'prj_web' };
  expect((await control('world.projects.delete', { where })).body).toMatchObject([where]);
  expect((await get('/projects/prj_web/issues')).status).toBe(404);
  expect((await control('world.comments.find')).body).toMatchObject({ total: 0 });
  expect(await control('world.projects.delete', { where })).toEqual({ status: 200, body: [] });
});

test.each([
  ['projects.update', { where: { id: 'prj_web' }, changes: { nam: 'Shop' } }, 'nam', 'did you mean "name"?'],
  ['projects.update', { where: { id: 'prj_web' }, changes: { id: 'prj_other' } }, 'body', 'id identifies'],
  ['users.update', { where: {}, changes: { organizations: ['acme', 'none'] } }, 'organizations', 'there is no none'],
  ['issues.find', { orderBy: { titel: 'asc' } }, 'titel', 'did you mean "title"?'],
  ['issues.find', { orderBy: { title: 'up' } }, 'orderBy.title', 'must be'],
  ['issues.find', { limit: 2 }, 'limit', 'is not a member'],
  ['issues.create', { projectId: 'prj_none' }, 'body', 'There is no project prj_none'],
  ['apiKeys.create', { organizationId: acme, scopes: ['all'] }, 'scopes[0]', 'must be'],
  ['apiKeys.reveal', { name: 'none' }, 'body', 'There is no API key "none"'],
])('world.%s with %j gets 400 and changes nothing', async (name, input, field, message) => {
  const { control, mock } = await serve();
  const { ids: _before, ...before } = stateOf(mock) as { ids: unknown };
  expect(await control(`world.${name}`, input)).toMatchObject({
    status: 400,
    body: { details: [{ field, message: expect.stringContaining(message) }] },
  });
  // Ids are drawn before a record is checked: those of a rejected one are spent.
  expect(stateOf(mock)).toMatchObject(before);
});

test('keys and tokens are masked, but returned by create and one at a time by reveal', async () => {
  const { control } = await serve();
  const masked = [
    await control('world.apiKeys.find'),
    await control('world.accessTokens.find'),
    await control('world.apiKeys.find', { contains: 'svc_acme' }),
    await control('world.apiKeys.update', { where: { key: 'svc_acme' }, changes: { scopes: [] } }),
    await control('world.accessTokens.delete', { where: { token: 'oat_ada' } }),
    await control('limits'),
  ];
  expect(JSON.stringify(masked)).not.toMatch(/svc_acme|oat_ada/);
  expect(masked[2]).toMatchObject({ body: { total: 0 } });
  expect(masked[3]).toMatchObject({ body: [{ name: 'acme', key: 'svc_…' }] });
  expect((await control('world.apiKeys.reveal', { name: 'acme' })).body).toEqual({ key: 'svc_acme' });
  const { body } = await control('world.accessTokens.create', { userId: 'usr_ada', token: 'oat_new' });
  expect(body).toMatchObject({ token: 'oat_new' });
  const { name } = body as { name: string };
  expect((await control('world.accessTokens.reveal', { name })).body).toEqual({ token: 'oat_new' });
});

test.each([
  ['world.issues.update', { changes: { title: 'x' } }, 'where', '{} for all'],
  ['world.issues.delete', {}, 'where', '{} for all'],
  ['world.issues.delete', { where: null }, 'where', '{} for all'],
  ['world.issues.delete', { where: [] }, 'where', '{} for all'],
  ['world.issues.find', { where: { status: 'opne' } }, 'status', 'did you mean "open"?'],
  ['world.issues.delete', { where: { issueNumber: '1' } }, 'issueNumber', 'did you mean 1?'],
  ['world.issues.update', { where: { labels: 'bug' }, changes: {} }, 'labels', 'did you mean ["bug"]?'],
])('%s with %j gets 400 and changes nothing', async (name, input, field, message) => {
  const { control } = await serve();
  const before = await control('world.issues.find');
  expect(await control(name, input)).toMatchObject({
    status: 400,
    body: { details: [{ field, message: expect.stringContaining(message) }] },
  });
  expect(await control('world.issues.find')).toEqual(before);
});
