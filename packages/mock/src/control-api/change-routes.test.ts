import { createMock, type Fault, virtualClock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { client, start, world } from '../../test/fixture.ts';
import { controlApiInProcess } from './in-process.ts';

/** A mock, its control API, and changes by that which can be undone. */
function mocked() {
  const mock = createMock({ world: world(), clock: virtualClock({ now: start }), rateLimit: false });
  const { send } = controlApiInProcess(mock);
  async function change(method: string, path: string, body?: unknown) {
    const { status, body: made } = await send('POST', 'changes', { method, path, ...(body !== undefined && { body }) });
    expect({ status, made }).toMatchObject({ status: 200 });
    const { id } = made as { id: string };
    async function turn(route: string): Promise<string> {
      const { status: turned, body: said } = await send('POST', `changes/${id}/${route}`);
      return turned === 200 ? 'done' : (said as { error: string }).error;
    }
    return { undo: () => turn('undo'), redo: () => turn('redo') };
  }
  /** All that the mock holds and goes by. Ids that were given are not given again; what was deleted comes last when it is back. */
  async function state() {
    const { ids: _, ...held } = (await send('GET', 'state')).body as Record<string, unknown>;
    const { clock: _clock, ...settings } = (await send('GET', 'settings')).body as Record<string, unknown>;
    const sorted = (part: unknown) => (Array.isArray(part) ? part.map((each) => JSON.stringify(each)).sort() : part);
    return { ...Object.fromEntries(Object.entries(held).map(([name, part]) => [name, sorted(part)])), settings };
  }
  return { mock, send, change, state, api: client(mock.fetch, mock.baseUrl) };
}

const issue = { projectId: 'prj_web', issueNumber: 1 };

/** Changes, each with the faults that it begins with. */
const changes: readonly [what: string, faults: Fault[], method: string, path: string, body?: unknown][] = [
  ['a fault that is added', [], 'POST', 'faults', { status: 503 }],
  ['a fault that is taken out', [{ status: 500 }, { drop: true, times: 3 }], 'DELETE', 'faults/fault-1'],
  ['all faults', [{ drop: true }, { matches: () => true, status: 500 }], 'DELETE', 'faults'],
  ['all stubs', [], 'DELETE', 'stubs'],
  ['the scenario', [], 'PATCH', 'settings', { scenario: 'failing' }],
  ['rate and latency', [], 'PATCH', 'settings', { rateLimit: { requests: 1 }, latencyMs: [1, 2] }],
  ['a reading', [], 'PATCH', 'settings', { readings: { lockoutStatus: 403 } }],
  ['a status', [], 'POST', 'dashboard/verify', issue],
  ['an issue', [], 'POST', 'dashboard/createIssue', { projectId: 'prj_web', title: 'New' }],
  ['a comment', [], 'POST', 'dashboard/addComment', { ...issue, content: 'Seen' }],
  ['a user', [], 'POST', 'dashboard/createUser', {}],
  ['a project that is deleted, with its issues', [], 'DELETE', 'records/projects/prj_web'],
  ['the log that is cleared', [], 'DELETE', 'requests'],
];

test.each(changes)('%s: undone it is as before, done again as after', async (_what, faults, method, path, body) => {
  const { mock, change, state, api } = mocked();
  for (const fault of faults) mock.faults.add({ ...fault, endpoint: 'issues.update' });
  mock.stubs.add({ method: 'GET', path: '/api/v1/projects/{projectId}/events', reply: () => ({}) });
  await api.get('/projects');
  const before = await state();
  const { undo, redo } = await change(method, path, body);
  const after = await state();
  expect(after).not.toEqual(before);
  for (let round = 0; round < 2; round++) {
    expect(await undo()).toBe('done');
    expect(await state()).toEqual(before);
    expect(await redo()).toBe('done');
    expect(await state()).toEqual(after);
  }
});

test('what clients have done since a change stays when that is undone, and when it is done again', async () => {
  const { mock, change, api } = mocked();
  const { get, post, patch } = api;
  const fault = await change('POST', 'faults', { endpoint: 'issues.list', status: 503 });
  const scenario = await change('PATCH', 'settings', { latencyMs: 1 });
  const status = await change('POST', 'dashboard/verify', issue);
  expect((await post('/projects/prj_web/issues/1/comments', { content: 'Work of a client' })).status).toBe(201);
  expect((await patch('/projects/prj_web/issues/1', { priority: 'low' })).status).toBe(200);
  mock.settings.change({ scenario: 'slow' });
  const log = mock.requests.all();
  for (const { undo } of [status, scenario, fault]) expect(await undo()).toBe('done');
  expect(mock.faults.list()).toEqual([]);
  expect(mock.settings).toMatchObject({ scenario: 'slow', latencyMs: 0 });
  mock.scenario = 'normal';
  expect((await get('/projects/prj_web/issues/1/comments')).body.data.at(-1).content).toBe('Work of a client');
  expect((await get('/projects/prj_web/issues/1')).body.data).toMatchObject({ status: 'open', priority: 'low' });
  expect(mock.requests.all().slice(0, log.length)).toEqual(log);
  expect(await fault.redo()).toBe('done');
  expect((await get('/projects/prj_web/issues')).status).toBe(503);
});

test('what others have changed since is not undone, and nothing else of that change', async () => {
  const { mock, change, state, api } = mocked();
  const settings = await change('PATCH', 'settings', { scenario: 'slow', latencyMs: 1 });
  mock.scenario = 'normal';
  const verified = await change('POST', 'dashboard/verify', issue);
  await mock.dashboard.publishReport(issue);
  const made = await change('POST', 'dashboard/createIssue', { projectId: 'prj_web', issueNumber: 99 });
  await api.post('/projects/prj_web/issues/99/comments', { content: 'On something that is to go' });
  await api.patch('/projects/prj_web/issues/99', { status: 'blocked' });
  const before = await state();
  expect(await settings.undo()).toBe('Others have changed this since: scenario');
  expect(await verified.undo()).toBe('Others have changed this since: status of issue #1');
  expect(await made.undo()).toBe('Others have changed this since: issue #99');
  expect(await state()).toEqual(before);
});

test('what has come since the log was cleared comes after what is put back', async () => {
  const { mock, change, api } = mocked();
  const { get } = api;
  await get('/projects');
  await get('/projects/prj_web/issues');
  const { undo, redo } = await change('DELETE', 'requests');
  await get('/projects/prj_web/issues/1');
  expect(await undo()).toBe('done');
  expect(mock.requests.all().map(({ number, endpoint }) => [number, endpoint])).toEqual([
    [1, 'projects.list'],
    [2, 'issues.list'],
    [3, 'issues.get'],
  ]);
  expect(await redo()).toBe('done');
  expect(mock.requests.all()).toEqual([]);
  expect(await undo()).toBe('done');
  expect(mock.requests.all()).toHaveLength(3);
});

test('a change is undone once, and only one that there is', async () => {
  const { change, send } = mocked();
  const { undo, redo } = await change('POST', 'faults', { status: 503 });
  expect(await redo()).toMatch(/is not undone$/);
  await undo();
  expect(await undo()).toMatch(/is undone already$/);
  expect((await send('POST', 'changes/change-1/undo')).status).toBe(404);
  for (const path of ['clock', 'reset', 'tenants', 'requests/1/replay', 'changes', 'changes/x/undo', '../faults'])
    expect([path, (await send('POST', 'changes', { method: 'POST', path })).status]).toEqual([path, 400]);
});

test('what a route refuses changes nothing, and is said as that route says it', async () => {
  const { send, state } = mocked();
  const before = await state();
  const fault = { method: 'POST', path: 'faults', body: { status: 1 } };
  expect(await send('POST', 'changes', fault)).toEqual(await send('POST', 'faults', { status: 1 }));
  expect(await state()).toEqual(before);
});

test('a clock goes back by as much as it was moved, and to the time of the computer', async () => {
  const { mock, send } = mocked();
  expect((await send('POST', 'clock', { advanceMs: 60_000 })).body).toEqual({
    now: '2026-05-01T12:01:00.000Z',
    movedMs: 60_000,
  });
  expect((await send('POST', 'clock', { advanceMs: -60_000 })).body).toMatchObject({ now: start });
  expect((await send('POST', 'clock', { set: '2026-05-01T11:59:00.000Z' })).body).toMatchObject({ movedMs: -60_000 });
  await send('POST', 'clock', { set: 'now' });
  expect(Math.abs(mock.clock.now() - Date.now())).toBeLessThan(60_000);
  const { aheadMs } = (await send('GET', 'clock')).body as { aheadMs: number };
  expect(Math.abs(aheadMs)).toBeLessThan(60_000);
});
