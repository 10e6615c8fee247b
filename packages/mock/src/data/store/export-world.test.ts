import { createMock, parseWorld, type World } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { service, world } from '../../../test/fixture.ts';
import { serve } from '../../../test/served.ts';

const path = '/projects/prj_web/issues/1';

test('the world that a mock was made of comes back filled in', () => {
  const { mock } = service();
  const exported = mock.exportWorld();
  expect(exported).not.toHaveProperty('form');
  const given = parseWorld(world());
  for (const { apiKeys } of given.organizations)
    for (const [i, key] of apiKeys.entries()) key.name = key.key === 'svc_globex' ? 'globex' : numbered('acme', i);
  for (const [i, token] of (given.users[0]?.accessTokens ?? []).entries()) token.name = numbered('usr_ada', i);
  expect(parseWorld(exported)).toEqual(given);
  expect(createMock({ world: {} }).exportWorld()).toEqual({ formatVersion: 1, organizations: [], users: [] });
});

function numbered(base: string, i: number): string {
  return i === 0 ? base : `${base}-${i + 1}`;
}

test('it is the state of that moment, and shares nothing with the mock', async () => {
  const { mock, patch } = service();
  await patch(path, { status: 'blocked' });
  // The form is that of `world()`.
  const { organizations = [] } = mock.exportWorld() as World;
  const issue = organizations[0]?.projects?.[0]?.issues?.[0];
  expect(issue?.status).toBe('blocked');
  issue?.labels?.push('mine');
  expect(mock.exportWorld()).not.toEqual({ organizations });
});

test('records that are not as v1 describes them come in the pulled form', async () => {
  const { mock } = service();
  await mock.world.issues.update((q) => q.where({ title: 'Search' }), {
    data: (issue) => void Object.assign(issue, { severity: 'low', viewportSize: 'wide' }),
  });
  const exported = mock.exportWorld();
  expect(exported).toHaveProperty('form', 'pulled');
  const again = service({ world: exported });
  expect((await again.get('/projects/prj_web/issues/2')).body.data).toMatchObject({ severity: 'low' });
});

test('what no world can have is told, with its place', async () => {
  const { mock } = service();
  const data = (user: object) => void Object.assign(user, { name: '' });
  await mock.world.users.update((q) => q.where({ id: 'usr_ada' }), { data });
  expect(() => mock.exportWorld()).toThrow('users[0].name: must not be empty; found ""');
});

test('writes that reads do not see yet are in it [GAP-57]', async () => {
  const asked = service({ behavior: { readLag: 500 } });
  await asked.patch(path, { status: 'blocked' });
  await asked.post(`${path}/comments`, { content: 'hi' });
  const again = service({ world: asked.mock.exportWorld() });
  expect((await again.get(path)).body.data.status).toBe('blocked');
  expect((await again.get(`${path}/comments`)).body.total).toBe(3);
  expect((await asked.get(path)).body.data.status).toBe('open');
});

test('a mock that goes on from a world makes no id, key or token that is in it', async () => {
  const first = service();
  const { project, apiKey } = await first.mock.tenant();
  const { body } = await first.post(`${path}/comments`, { content: 'one' });
  const again = service({ world: first.mock.exportWorld() });
  const other = await again.mock.tenant();
  expect([other.project.id, other.apiKey]).not.toEqual([project.id, apiKey]);
  const comment = (await again.post(`${path}/comments`, { content: 'two' })).body.data;
  expect(comment.id).not.toBe(body.data.id);
});

test('GET /__mock/world answers with it', async () => {
  const { control, mock } = await serve();
  await mock.dashboard.createIssue({ projectId: 'prj_web', title: 'New' });
  expect(await control('GET', 'world')).toEqual({ status: 200, body: JSON.parse(JSON.stringify(mock.exportWorld())) });
});

test('a pulled world stays one when it is parsed, and is served as it was', async () => {
  const organizations = [
    {
      id: '7',
      slug: 'a',
      name: 'A',
      apiKeys: [{ key: 'svc_a' }],
      projects: [{ id: 'p', issues: [{ issueNumber: 3, title: '', status: 'triaged' }] }],
    },
  ];
  const parsed = parseWorld({ form: 'pulled', organizations });
  expect(parsed.form).toBe('pulled');
  const read = async (mock: ReturnType<typeof createMock>) => {
    const headers = { authorization: 'Bearer svc_a' };
    return (await mock.fetch(`${mock.baseUrl}/api/v1/projects/p/issues/3`, { headers })).json();
  };
  const mock = createMock({ world: parsed });
  expect(await read(mock)).toEqual(await read(createMock({ world: { form: 'pulled', organizations } })));
  expect(createMock({ world: parseWorld(mock.exportWorld()) }).exportWorld()).toEqual(mock.exportWorld());
});
