import { createMock, type Mock, type PulledWorld, parseWorld, type World } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../tools/testing/seeds.ts';
import { service, world } from '../../test/fixture.ts';
import { generatedWorld } from '../../test/generated-world.ts';
import { kinds } from './placements.ts';

const path = '/projects/prj_web/issues/1';

/** Everything in a mock but the position of its ids. */
function recordsOf({ world: all }: Mock) {
  return kinds.map((kind) => all[kind].find());
}

test('the exported world of any mock has the same records when it is loaded again, and exports the same', () => {
  expect(createMock({ world: {} }).exportWorld()).toEqual({ formatVersion: 1, organizations: [], users: [] });
  fc.assert(
    fc.property(fc.oneof(generatedWorld, fc.constant(world()), fc.constant(demoWorld())), (input) => {
      const first = createMock({ world: input });
      const exported = first.exportWorld();
      expect(exported).not.toHaveProperty('form');
      const again = createMock({ world: JSON.parse(JSON.stringify(exported)), seed: 7 });
      expect(recordsOf(again)).toEqual(recordsOf(first));
      expect(again.exportWorld()).toEqual(exported);
    }),
    { numRuns: runs(10, 300) },
  );
});

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
  const whole = structuredClone(service().mock.exportWorld()) as PulledWorld;
  Object.assign(whole.organizations?.[0]?.projects?.[0]?.issues?.[1] ?? {}, { severity: 'low', viewportSize: 'wide' });
  const exported = service({ world: { ...whole, form: 'pulled' } }).mock.exportWorld();
  expect(exported).toHaveProperty('form', 'pulled');
  const again = service({ world: exported });
  expect((await again.get('/projects/prj_web/issues/2')).body.data).toMatchObject({ severity: 'low' });
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
  expect(parsed).toHaveProperty('form', 'pulled');
  const read = async (mock: ReturnType<typeof createMock>) => {
    const headers = { authorization: 'Bearer svc_a' };
    return (await mock.fetch(`${mock.baseUrl}/api/v1/projects/p/issues/3`, { headers })).json();
  };
  const mock = createMock({ world: parsed });
  expect(await read(mock)).toEqual(await read(createMock({ world: { form: 'pulled', organizations } })));
  expect(createMock({ world: mock.exportWorld() }).exportWorld()).toEqual(mock.exportWorld());
});
