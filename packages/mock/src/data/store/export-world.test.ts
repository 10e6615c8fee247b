import { createMock, parseWorld, type World } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { service, world } from '../../../test/fixture.ts';
import { serve } from '../../../test/served.ts';

const path = '/projects/prj_web/issues/1';

test('exportWorld() returns the world of the mock with its defaults filled in', () => {
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

test('exportWorld() returns a copy of the present state', async () => {
  const { mock, patch } = service();
  await patch(path, { status: 'blocked' });
  // The form is that of `world()`.
  const { organizations = [] } = mock.exportWorld() as World;
  const issue = organizations[0]?.projects?.[0]?.issues?.[0];
  expect(issue?.status).toBe('blocked');
  issue?.labels?.push('mine');
  expect(mock.exportWorld()).not.toEqual({ organizations });
});

test('exportWorld() uses the pulled form if a record differs from v1', async () => {
  const { mock } = service();
  await mock.world.issues.update((q) => q.where({ title: 'Search' }), {
    data: (issue) => void Object.assign(issue, { severity: 'low', viewportSize: 'wide' }),
  });
  const exported = mock.exportWorld();
  expect(exported).toHaveProperty('form', 'pulled');
  const again = service({ world: exported });
  expect((await again.get('/projects/prj_web/issues/2')).body.data).toMatchObject({ severity: 'low' });
});

test('exportWorld() throws with the path of a record that no world can have', async () => {
  const { mock } = service();
  const data = (user: object) => void Object.assign(user, { name: '' });
  await mock.world.users.update((q) => q.where({ id: 'usr_ada' }), { data });
  expect(() => mock.exportWorld()).toThrow('users[0].name: must not be empty; found ""');
});

test('exportWorld() includes writes that reads do not show yet [GAP-57]', async () => {
  const asked = service({ behavior: { readLag: 500 } });
  await asked.patch(path, { status: 'blocked' });
  await asked.post(`${path}/comments`, { content: 'hi' });
  const again = service({ world: asked.mock.exportWorld() });
  expect((await again.get(path)).body.data.status).toBe('blocked');
  expect((await again.get(`${path}/comments`)).body.total).toBe(3);
  expect((await asked.get(path)).body.data.status).toBe('open');
});

test('a mock with an exported world generates no id or key that the world already has', async () => {
  const first = service();
  const { project, apiKey } = await first.mock.tenant();
  const { body } = await first.post(`${path}/comments`, { content: 'one' });
  const again = service({ world: first.mock.exportWorld() });
  const other = await again.mock.tenant();
  expect([other.project.id, other.apiKey]).not.toEqual([project.id, apiKey]);
  const comment = (await again.post(`${path}/comments`, { content: 'two' })).body.data;
  expect(comment.id).not.toBe(body.data.id);
});

test('GET /__mock/world returns the exported world', async () => {
  const { control, mock } = await serve();
  await mock.dashboard.createIssue({ projectId: 'prj_web', title: 'New' });
  expect(await control('GET', 'world')).toEqual({ status: 200, body: JSON.parse(JSON.stringify(mock.exportWorld())) });
});

test('parseWorld() keeps a pulled world in its form and with its values', async () => {
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
