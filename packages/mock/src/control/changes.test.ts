import { createMock, virtualClock } from '@issue-tracking/mock';
import { issuePriorities, issueStatuses } from '@issue-tracking/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acme, client, start, world } from '../../test/fixture.ts';
import { serve } from '../../test/served.ts';
import { stateOf } from '../../test/state-of.ts';
import { controlOf } from './control.ts';
import type { Change, ResultOf } from './types.ts';

function setUp() {
  const mock = createMock({ world: world(), clock: virtualClock({ now: start }) });
  const control = controlOf(mock);
  return {
    mock,
    ...client(mock.fetch, mock.baseUrl),
    call: control.call,
    all: async () => (await control.call('changes.all', {})) as Change[],
    make: async (method: string, input: object = {}, by = 'panel') =>
      (await control.call('undoable', { method, input, by })) as ResultOf<'undoable'>,
    undo: (id: string | null | undefined) => control.call('undo', { id }),
  };
}

const issue = { projectId: 'prj_web', issueNumber: 1 };
const refused = (message: string) => ({ details: [{ message: `It can't be undone. ${message}` }] });

test('a created issue stays if it was changed since, by the API or a test, and undo says by what', async () => {
  const { make, undo, patch, post, mock } = setUp();
  const create = () => make('world.issues.create', { projectId: 'prj_web' });
  const [changed, commented, alone] = [await create(), await create(), await create()];
  await patch('/projects/prj_web/issues/6', { status: 'blocked' });
  await expect(undo(changed.undo)).rejects.toMatchObject(
    refused('The status of issue 6 in prj_web was changed again since.'),
  );
  await post('/projects/prj_web/issues/7/comments', { content: 'A user wrote this' });
  await expect(undo(commented.undo)).rejects.toMatchObject(refused('A comment was added to issue 7 in prj_web since.'));
  await undo(alone.undo);
  expect(mock.world.issues.find({ projectId: 'prj_web' }).map(({ issueNumber }) => issueNumber)).toEqual(
    expect.arrayContaining([6, 7]),
  );
  expect(mock.world.comments.find({ content: 'A user wrote this' })).toHaveLength(1);
  expect(mock.world.issues.find({ issueNumber: 8 })).toEqual([]);
});

test('a created project stays with the issues that were added to it, but goes with its own', async () => {
  const { make, undo, mock } = setUp();
  const project = { organizationId: acme, id: 'prj_new', issues: [{}, {}] };
  const { undo: id } = await make('world.projects.create', project);
  for (let made = 0; made < 50; made++) mock.world.issues.create({ projectId: 'prj_new' });
  await expect(undo(id)).rejects.toMatchObject(refused('50 issues were added to project prj_new since.'));
  mock.world.issues.delete(({ issueNumber, projectId }) => projectId === 'prj_new' && issueNumber > 2);
  await undo(id);
  expect(mock.world.projects.find({ id: 'prj_new' })).toEqual([]);
});

test('undo of one change makes the undo of an earlier one possible again', async () => {
  const { make, undo, all, mock } = setUp();
  const created = await make('world.issues.create', { projectId: 'prj_web' });
  const where = { projectId: 'prj_web', issueNumber: 6 };
  const renamed = await make('world.issues.update', { where, changes: { title: 'Other' } });
  expect((await all()).map(({ undo }) => undo)).toEqual([
    'The title of issue 6 in prj_web was changed again since.',
    'possible',
  ]);
  await undo(renamed.undo);
  await undo(created.undo);
  expect((await all()).map(({ undo }) => undo)).toEqual(['done', 'done']);
  expect(mock.world.issues.find(where)).toEqual([]);
});

test('the changes of a panel, of a caller and of a test are in one list, with words and the request before each', async () => {
  const { mock, call, all, get, make } = setUp();
  mock.world.issues.update(issue, { status: 'verified', priority: 'low' });
  await get('/projects');
  await make('world.comments.create', { ...issue, content: 'Done' });
  await call('undoable', { method: 'faults.add', input: { status: 503 }, by: 'ci', label: 'The service fails once' });
  await mock.clock.advance(60_000);
  await call('settings.change', { scenario: 'slow', rateLimit: { requests: 5 } });
  mock.world.apiKeys.delete({ name: 'acme' });
  await mock.tenant();
  const shown = (await all()).map(({ author, words, method, after, at }) => [author, words, method, after, at]);
  const [now, later] = [Date.parse(start), Date.parse(start) + 60_000];
  expect(shown).toEqual([
    ['test', 'Changed status, priority of issue 1 in prj_web', 'world.issues.update', 0, now],
    ['panel', 'Created comment on issue 1 in prj_web', 'world.comments.create', 1, now],
    ['ci', 'The service fails once', 'faults.add', 1, now],
    ['test', 'Moved the clock ahead by a minute', 'clock.advance', 1, later],
    ['caller', 'Set scenario to slow, rate limit to 5', 'settings.change', 1, later],
    ['test', 'Deleted API key acme', 'world.apiKeys.delete', 1, later],
    ['test', expect.stringMatching(/^Created the tenant org_/), 'tenant', 1, later],
  ]);
});

test('the words of a change stay what they were, and name a short text or the length of a list before and after, but no credential', async () => {
  const { mock, all, get } = setUp();
  mock.faults.add({ status: 503, times: 2 });
  mock.world.issues.update(issue, { status: 'blocked' });
  mock.world.issues.update(issue, { networkLogs: [] });
  await get('/projects');
  mock.world.apiKeys.update({ name: 'acme' }, { revoked: true });
  mock.faults.clear();
  expect((await all()).map(({ words }) => words)).toEqual([
    'Added fault-1: the next 2 requests to any endpoint → 503',
    'Changed status of issue 1 in prj_web: open → blocked',
    'Changed networkLogs of issue 1 in prj_web: 4 → 0 entries',
    'Changed revoked of API key acme',
    'Removed fault-1: the next request to any endpoint → 503',
  ]);
});

test('a loop is one change with a count, until a request or another change comes between', async () => {
  const { mock, all, get, undo, make } = setUp();
  for (let made = 0; made < 200; made++) mock.world.issues.create({ projectId: 'prj_web' });
  await get('/projects');
  for (let made = 0; made < 2; made++) mock.world.issues.create({ projectId: 'prj_web' });
  mock.world.issues.update({}, { priority: 'low' });
  await make('world.issues.create', { projectId: 'prj_web' });
  await make('world.issues.create', { projectId: 'prj_web' });
  const made = await all();
  expect(made.map(({ words, count }) => [words, count])).toEqual([
    ['Created 200 issues', 200],
    ['Created 2 issues', 2],
    ['Changed priority of 209 issues', 209],
    ['Created issue 208 in prj_web', 1],
    ['Created issue 209 in prj_web', 1],
  ]);
  await undo(made[2]?.id);
  await undo(made[0]?.id);
  expect(mock.world.issues.find()).toHaveLength(11);
});

test('the words hide no change: a loop does one thing to each record, and what is set one after the other stays apart', async () => {
  const { mock, all } = setUp();
  mock.world.issues.update(issue, { status: 'blocked' });
  mock.world.issues.update(issue, { priority: 'low' });
  mock.world.issues.update(issue, { priority: 'high' });
  for (const issueNumber of [2, 3]) mock.world.issues.update({ issueNumber }, { priority: 'high' });
  mock.settings.change({ latencyMs: 50 });
  mock.settings.change({ rateLimit: { requests: 5 } });
  expect((await all()).map(({ words }) => words)).toEqual([
    'Changed status of issue 1 in prj_web: open → blocked',
    'Changed priority of issue 1 in prj_web: high → low',
    'Changed priority of 3 issues',
    'Set latencyMs to 50',
    'Set rate limit to 5',
  ]);
});

test('whatever a test changes in whatever order, each change is counted once, and undoing all brings the start back', async () => {
  const step = fc.record({
    issueNumber: fc.integer({ min: 1, max: 3 }),
    changes: fc.oneof(
      fc.record({ status: fc.constantFrom(...issueStatuses) }),
      fc.record({ priority: fc.constantFrom(...issuePriorities) }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
      const { mock, all, undo } = setUp();
      const start = stateOf(mock);
      for (const { issueNumber, changes } of steps)
        mock.world.issues.update({ projectId: 'prj_web', issueNumber }, changes);
      const made = await all();
      const rest = [...steps];
      for (const { words, count } of made) {
        const told = rest.splice(0, count);
        const [member] = told.flatMap(({ changes }) => Object.keys(changes));
        const numbers = new Set(told.map(({ issueNumber }) => issueNumber));
        expect(words).toMatch(
          count === 1
            ? `Changed ${member} of issue ${told[0]?.issueNumber} in`
            : `Changed ${member} of ${numbers.size} issues`,
        );
      }
      expect(rest).toEqual([]);
      for (const { id } of made.toReversed()) await undo(id);
      expect(stateOf(mock)).toEqual(start);
    }),
    { numRuns: 30 },
  );
});

test('a loop that is undone comes back whole or not at all', async () => {
  const { mock, all, undo, patch } = setUp();
  for (let made = 0; made < 3; made++) mock.world.issues.create({ projectId: 'prj_web' });
  await patch('/projects/prj_web/issues/7', { priority: 'low' });
  const [loop] = await all();
  await expect(undo(loop?.id)).rejects.toThrow();
  expect(mock.world.issues.find({ projectId: 'prj_web' })).toHaveLength(8);
});

test('another panel of the mock, or the same one after a reload, sees the list and can undo', async () => {
  const { control, mock } = await serve();
  await control('undoable', { method: 'world.issues.delete', input: { where: issue }, by: 'panel' });
  const { call } = controlOf(mock);
  const [deletion] = (await call('changes.all', {})) as Change[];
  expect(deletion).toMatchObject({ author: 'panel', subject: '1 in prj_web', undo: 'possible' });
  await call('undo', { id: deletion?.id });
  expect((await control('changes.all')).body).toMatchObject([{ undo: 'done' }]);
  expect(mock.world.issues.find(issue)).toHaveLength(1);
});

test('of two changes of the settings each is taken back alone, but not one that was changed again', async () => {
  const { make, undo, mock } = setUp();
  const failing = await make('settings.change', { scenario: 'failing', behavior: { pagePastEnd: 404 } });
  const slow = await make('settings.change', { latencyMs: 5 });
  mock.settings.change({ behavior: { commentOrder: 'newest' } });
  await undo(failing.undo);
  expect([mock.scenario, mock.settings.latencyMs, mock.settings.behavior.pagePastEnd]).toEqual(['normal', 5, 'empty']);
  expect(mock.settings.behavior.commentOrder).toBe('newest');
  mock.settings.change({ latencyMs: 6 });
  await expect(undo(slow.undo)).rejects.toMatchObject(refused('The setting latencyMs was changed again since.'));
});

test('a fault is switched off and on, keeps its requests, and each switch can be undone', async () => {
  const { make, undo, call, get, mock } = setUp();
  const added = await make('faults.add', { status: 503, times: 3 });
  expect((await get('/projects')).status).toBe(503);
  const off = await make('faults.switch', { id: 'fault-1', on: false });
  expect((await get('/projects')).status).toBe(200);
  expect(await call('faults.all', {})).toMatchObject([{ id: 'fault-1', off: true, remaining: 2, requests: [{}] }]);
  const snapshot = mock.snapshot();
  await undo(off.undo);
  expect((await get('/projects')).status).toBe(503);
  await undo(added.undo);
  expect(mock.faults.all()).toEqual([]);
  mock.restore(snapshot);
  expect(await call('faults.all', {})).toMatchObject([{ off: true }]);
  await expect(call('faults.switch', { id: 'fault-9', on: true })).rejects.toMatchObject({ status: 400 });
});

test('a fault that was removed or switched again since is not taken back', async () => {
  const { make, undo, mock } = setUp();
  const added = await make('faults.add', { status: 503 });
  const off = await make('faults.switch', { id: 'fault-1', on: false });
  await make('faults.switch', { id: 'fault-1', on: true });
  await expect(undo(off.undo)).rejects.toMatchObject(refused('fault-1 was switched again since.'));
  mock.faults.clear();
  await expect(undo(added.undo)).rejects.toMatchObject(refused('There is no fault-1 any more.'));
});

test('a move of the clock is taken back by as much as it moved, also one to an earlier date', async () => {
  const { make, undo, mock, all } = setUp();
  const ahead = await make('clock.advance', { ms: 3_600_000 });
  const back = await make('clock.set', { date: '2026-01-01T00:00:00.000Z' }, 'ci');
  await mock.clock.advance(5);
  await undo(back.undo);
  expect(mock.clock.now()).toBe(Date.parse(start) + 3_600_005);
  await undo(ahead.undo);
  expect(mock.clock.now()).toBe(Date.parse(start) + 5);
  expect((await all()).map(({ author }) => author)).toEqual(['panel', 'ci', 'test']);
});

test.each([
  ['reset', () => ({})],
  ['restore', (id: string) => ({ id })],
  ['state.open', () => ({ file: { organizations: [], now: '2020-01-01T00:00:00.000Z', faults: [] } })],
] as const)('%s is taken back with all that it replaced', async (method, inputOf) => {
  const { make, undo, call, mock, get, patch } = setUp();
  const { id } = (await call('snapshot', {})) as ResultOf<'snapshot'>;
  await patch('/projects/prj_web/issues/1', { status: 'blocked' });
  mock.settings.change({ scenario: 'slow', latencyMs: 0 });
  mock.scenario = 'normal';
  const fault = mock.faults.add({ status: 503, times: 2 });
  await mock.clock.advance(1000);
  await get('/projects');
  const before = stateOf(mock);
  const { undo: change } = await make(method, inputOf(id));
  expect(stateOf(mock)).not.toEqual(before);
  await undo(change);
  expect(stateOf(mock)).toEqual(before);
  expect(fault.remaining).toBe(1);
});

test('a reset is not taken back over what came after it', async () => {
  const { make, undo, mock, patch } = setUp();
  const first = await make('reset');
  mock.world.issues.update(issue, { consoleLogs: [] });
  await expect(undo(first.undo)).rejects.toMatchObject(
    refused('Undo first what was done since: Changed consoleLogs of issue 1 in prj_web: 5 → 0 entries.'),
  );
  const second = await make('reset');
  await patch('/projects/prj_web/issues/1', { status: 'blocked' });
  await expect(undo(second.undo)).rejects.toMatchObject(refused('A request has changed records since.'));
  await expect(undo(first.undo)).rejects.toMatchObject(refused('The state was replaced since.'));
});

test('forgotten requests come back until others arrive', async () => {
  const { make, undo, mock, get, all } = setUp();
  await get('/projects');
  const forgotten = await make('requests.clear');
  expect(await all(), 'requests that come now are after it').toMatchObject([{ after: 0 }]);
  await undo(forgotten.undo);
  expect(mock.requests.all()).toMatchObject([{ number: 1 }]);
  expect(await all()).toMatchObject([{ after: 1 }]);
  const again = await make('requests.clear');
  await get('/projects');
  await expect(undo(again.undo)).rejects.toMatchObject(refused('Other requests have arrived since.'));
});

test('a lockout is lifted by its source, and undo brings it back [AUTH-7]', async () => {
  const { make, undo, call, as } = setUp();
  for (let failure = 0; failure < 6; failure++) await as('svc_unknown').get('/projects');
  const locked = async () => ((await call('limits', {})) as ResultOf<'limits'>).lockouts;
  const [{ source } = { source: '' }] = await locked();
  const lifted = await make('lockouts.lift', { source });
  expect(await locked()).toEqual([]);
  expect((await as('svc_unknown').get('/projects')).status).toBe(401);
  await undo(lifted.undo);
  expect(await locked()).toMatchObject([{ source, failures: 5 }]);
  await expect(call('lockouts.lift', { source: 'nobody' })).rejects.toMatchObject({ status: 400 });
});

test('the last 100 changes are kept, and requests are none', async () => {
  const { mock, all, post, make } = setUp();
  for (let made = 0; made < 60; made++) {
    mock.world.issues.update(issue, { title: `Title ${made}` });
    mock.settings.change({ latencyMs: 0, scenario: made % 2 ? 'normal' : 'empty' });
  }
  await post('/projects/prj_web/issues/1/comments', { content: 'By the API' });
  const kept = await all();
  expect([kept.length, kept[0]?.number, kept.at(-1)?.number]).toEqual([100, 21, 120]);
  expect(await make('world.issues.find')).toMatchObject({ undo: null });
  await expect(make('world.issues.create', { projectId: 'none' })).rejects.toMatchObject({ status: 400 });
  expect(await all()).toEqual(kept);
});
