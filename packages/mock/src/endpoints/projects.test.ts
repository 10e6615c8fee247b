import { expect, test } from 'vitest';
import { acme, dormant, globex, service } from '../../test/fixture.ts';

const both = `?organizationSlug=acme&organizationId=${globex}`;

test('an API key lists the projects of its organization, with their eight fields [EP-1] [EP-2] [RES-1] [GAP-1]', async () => {
  const { get } = service();
  const { status, body } = await get('/projects');
  expect(status).toBe(200);
  expect(body).toEqual({
    data: [
      {
        id: 'prj_web',
        name: 'Web',
        slug: 'web',
        description: 'The shop',
        organizationId: acme,
        organizationSlug: 'acme',
        organizationName: 'Acme',
        createdAt: '2026-04-01T09:00:00.000Z',
      },
      expect.objectContaining({ id: 'prj_empty', description: null }),
    ],
    total: 2,
  });
});

test('an OAuth token lists the projects of all active organizations of its user [EP-3] [GAP-11]', async () => {
  const { as, mock } = service();
  const ids = async () => (await as('oat_ada').get('/projects')).body.data.map(({ id }: { id: string }) => id);
  expect(await ids()).toEqual(['prj_web', 'prj_empty', 'prj_globex']);
  mock.world.organizations.update({ slug: 'dormant' }, { active: true });
  expect(await ids()).toEqual(['prj_web', 'prj_empty', 'prj_globex', 'prj_dormant']);
});

test.each([
  ['organizationSlug=globex', ['prj_globex']],
  [`organizationId=${globex}`, ['prj_globex']],
  [`organizationId=${globex.toUpperCase()}`, ['prj_globex']],
  ['organizationSlug=', ['prj_web', 'prj_empty', 'prj_globex']],
  ['organizationSlug=nobody', []],
  ['organizationSlug=dormant', []],
  [`organizationId=${dormant}`, []],
  ['unknown=1', ['prj_web', 'prj_empty', 'prj_globex']],
])('%s selects %j [EP-4] [GAP-29] [GAP-37]', async (query, ids) => {
  const { body } = await service().as('oat_ada').get(`/projects?${query}`);
  expect(body).toEqual({ data: ids.map((id) => expect.objectContaining({ id })), total: ids.length });
});

test('an API key gets an empty list for another organization, as for an unknown organization [AUTH-6] [GAP-37]', async () => {
  const { get } = service();
  expect(await get('/projects?organizationSlug=globex')).toEqual(await get('/projects?organizationSlug=nobody'));
});

test('an empty or invalid organizationId gets 400 with its name [ERR-4] [GAP-29]', async () => {
  const { get } = service();
  for (const value of ['', 'acme', `${acme}0`]) {
    expect(await get(`/projects?organizationId=${value}`)).toMatchObject({
      status: 400,
      body: { error: 'Invalid input', details: [{ field: 'organizationId', message: 'must be a uuid' }] },
    });
  }
});

test('both organization filters together get 400 with both names [GAP-6]', async () => {
  const { status, body } = await service().as('oat_ada').get(`/projects${both}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({
    error: 'Invalid input',
    details: [{ field: 'organizationSlug' }, { field: 'organizationId' }],
  });
});

test('an empty slug beside an organizationId counts as one filter [GAP-6] [GAP-29]', async () => {
  const { get } = service();
  expect(await get(`/projects?organizationSlug=&organizationId=${acme}`)).toMatchObject({
    status: 200,
    body: { total: 2 },
  });
});

test('the list of projects can omit its total [GAP-18]', async () => {
  const { body } = await service({ behavior: { projectsTotal: false } }).get('/projects');
  expect(Object.keys(body)).toEqual(['data']);
});

test('the slug filter is case-sensitive [GAP-54]', async () => {
  expect((await service().get('/projects?organizationSlug=ACME')).body.total).toBe(0);
});

test.each(['empty', 'null', 'omitted'] as const)(
  'a missing project description is null, even if absent values of issues are %s [RES-1] [GAP-40]',
  async (absentValues) => {
    const { get, mock } = service({ behavior: { absentValues } });
    mock.world.projects.create({ organizationId: acme, id: 'prj_plain' });
    const { data } = (await get('/projects')).body;
    const plain = data.find(({ id }: { id: string }) => id === 'prj_plain');
    expect(Object.keys(plain)).toHaveLength(8);
    expect(plain.description).toBeNull();
  },
);
