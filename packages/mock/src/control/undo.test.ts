import { createMock, type Mock, virtualClock, type World } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { acme, client, start, world } from '../../test/fixture.ts';
import { stateOf } from '../../test/state-of.ts';
import { controlOf } from './control.ts';

/** A mock, a function that makes a change, and one that takes it back. */
function setUp(options: { world?: World } = {}) {
  const mock = createMock({ world: world(), clock: virtualClock({ now: start }), ...options });
  const control = controlOf(mock);
  return {
    mock,
    ...client(mock.fetch, mock.baseUrl),
    change: async (method: string, input: object) =>
      (await control.call('undoable', { method, input })) as { result: unknown; undo: string | null },
    undo: (id: string | null) => control.call('undo', { id }),
  };
}

const records = (mock: Mock) => JSON.parse(JSON.stringify(mock.exportWorld())) as unknown;
const first = { projectId: 'prj_web', issueNumber: 1 };

test.each<[string, string, object]>([
  [
    'a change of an issue, with its updatedAt',
    'world.issues.update',
    { where: first, changes: { status: 'verified' } },
  ],
  ['a deleted issue, with its id, number, comments and captured data', 'world.issues.delete', { where: first }],
  ['a new issue', 'world.issues.create', { projectId: 'prj_web', comments: [{ content: 'Soon gone' }] }],
  ['a new comment', 'world.comments.create', { ...first, content: 'Soon gone' }],
  ['a revoked key', 'world.apiKeys.update', { where: { name: 'acme' }, changes: { revoked: true } }],
  ['a setting', 'settings.change', { scenario: 'failing', behavior: { pagePastEnd: 404 } }],
])('one change is taken back: %s', async (_name, method, input) => {
  const { mock, change, undo } = setUp();
  // Ids and numbers are given once.
  const state = () => ({
    ...stateOf(mock),
    ids: undefined,
    settings: { ...mock.settings.behavior, scenario: mock.scenario },
  });
  const before = state();
  const { undo: id } = await change(method, input);
  expect(state()).not.toEqual(before);
  await undo(id);
  expect(state()).toEqual(before);
});

test('undo leaves the clock, calls under way, and what else has changed since', async () => {
  const { mock, change, undo, post, patch } = setUp();
  mock.faults.add({ endpoint: 'projects.list', delayMs: 1000 });
  const waiting = mock.fetch(`${mock.baseUrl}/api/v1/projects`, { headers: { authorization: 'Bearer svc_acme' } });
  const { undo: id } = await change('world.issues.update', { where: first, changes: { priority: 'low' } });
  await mock.clock.advance(500);
  await post('/projects/prj_web/issues/1/comments', { content: 'Meanwhile' });
  await patch('/projects/prj_web/issues/1', { status: 'blocked' });
  const [{ priority: lowered, updatedAt } = {}] = mock.world.issues.find(first);
  await undo(id);
  const [issue] = mock.world.issues.find(first);
  expect([lowered, issue?.priority, issue?.updatedAt]).toEqual(['low', 'high', updatedAt]);
  expect(mock.world.comments.find(first).at(-1)?.content).toBe('Meanwhile');
  expect(mock.clock.now()).toBe(Date.parse(start) + 500);
  await mock.clock.advance(500);
  expect((await waiting).status).toBe(200);
});

test('a removed fault gets its place, its id and what was left of it again, also one with a function and a key', async () => {
  const { mock, change, undo, get } = setUp();
  const matches = () => true;
  const removed = mock.faults.add({ apiKey: 'svc_acme', matches, status: 503, times: 3 });
  mock.faults.add({ status: 500, times: null });
  await get('/projects');
  const { undo: id } = await change('faults.remove', { id: removed.id });
  expect((await get('/projects')).status).toBe(500);
  await undo(id);
  expect(mock.faults.list().map((each) => each.id)).toEqual(['fault-1', 'fault-2']);
  expect([removed.remaining, removed.fault.matches]).toEqual([2, matches]);
  expect((await get('/projects')).status).toBe(503);
  const { undo: all } = await change('faults.clear', {});
  const { undo: added } = await change('faults.add', { status: 429, times: null });
  await undo(all);
  expect(mock.faults.list().map(({ fault }) => fault.status)).toEqual([503, 500, 429]);
  await undo(added);
  expect(mock.faults.list().map(({ fault }) => fault.status)).toEqual([503, 500]);
});

test('deleted records come back in their places, in any order of deletion and undo', async () => {
  const { mock, change, undo } = setUp();
  const names = () => mock.world.apiKeys.find().map(({ name }) => name);
  const all = names();
  const remove = async (name: string | undefined) => (await change('world.apiKeys.delete', { where: { name } })).undo;
  const undos = [await remove(all[0]), await remove(all[1]), await remove(all.at(-1))];
  mock.world.apiKeys.create({ organizationId: acme, name: 'later' });
  for (const id of undos) await undo(id);
  expect(names()).toEqual([...all, 'later']);
  await undo((await change('world.organizations.delete', { where: { id: acme } })).undo);
  expect(names()).toEqual([...all, 'later']);
});

test('undo refuses what was changed again since, and what it has taken back', async () => {
  const { mock, change, undo, patch } = setUp();
  const { undo: id } = await change('world.issues.update', { where: first, changes: { status: 'verified' } });
  await patch('/projects/prj_web/issues/1', { status: 'blocked' });
  await expect(undo(id)).rejects.toMatchObject({
    details: [{ message: "It can't be undone. The status of issue 1 in prj_web was changed again since." }],
  });
  expect(mock.world.issues.find(first)[0]?.status).toBe('blocked');
  const { undo: deleted } = await change('world.issues.delete', { where: first });
  const { undo: above } = await change('world.projects.delete', { where: { id: 'prj_web' } });
  await expect(undo(deleted)).rejects.toMatchObject({
    details: [{ message: "It can't be undone. The project above issue 1 in prj_web was deleted since." }],
  });
  await undo(above);
  await undo(deleted);
  expect(mock.world.issues.find(first)[0]?.status).toBe('blocked');
  await expect(undo(deleted)).rejects.toMatchObject({ status: 400 });
});

test('a change without a trace has no id', async () => {
  const { change } = setUp();
  expect(await change('world.issues.find', {})).toMatchObject({ undo: null, result: { total: 7 } });
  expect(await change('faults.clear', {})).toEqual({ undo: null, words: null, result: {} });
  await expect(change('world.issues.delet', {})).rejects.toMatchObject({ status: 404 });
});

test('a deleted issue of a pulled world comes back as it was, with comments that have equal ids', async () => {
  const comments = [{ id: 'c1', content: 'One' }, { id: 'c1', content: 'Two' }, { content: 'Three' }];
  const issue = { issueNumber: 7, title: 'Hangs', unknown: [1], comments };
  const { mock, change, undo } = setUp({
    world: {
      form: 'pulled',
      organizations: [
        { id: '7', slug: 'acme', projects: [{ id: 'p', issues: [{ issueNumber: 3, comments }, issue] }] },
      ],
    } as object as World,
  });
  const before = records(mock);
  await undo((await change('world.issues.delete', { where: { projectId: 'p', issueNumber: 3 } })).undo);
  expect(records(mock)).toEqual(before);
});
