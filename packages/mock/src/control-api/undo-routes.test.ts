import { createMock, type Fault, virtualClock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { client, start, world } from '../../test/fixture.ts';
import { controlApiInProcess } from './in-process.ts';

function mocked() {
  const mock = createMock({ world: world(), clock: virtualClock({ now: start }), rateLimit: false });
  const { send } = controlApiInProcess(mock);
  async function ask<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const { status, body: answered } = await send(method, path, body);
    expect({ status, answered }).toMatchObject({ status: 200 });
    return answered as Body;
  }
  const revision = async () => (await ask<{ revision: number }>('GET', 'revision')).revision;
  const undoPoint = () => ask<{ id: string; revision: number }>('POST', 'undo-points');
  const undo = (id: string) => ask<{ revision: number }>('POST', `undo-points/${id}/restore`);
  /** All that an undo takes back. */
  async function state() {
    const { ids, now, requests, admitted, failures, ...held } = await ask<Record<string, unknown>>('GET', 'state');
    const { clock, ...settings } = await ask<Record<string, unknown>>('GET', 'settings');
    return { ...held, settings };
  }
  return { mock, send, ask, revision, undoPoint, undo, state, api: client(mock.fetch, mock.baseUrl) };
}

const issue = { projectId: 'prj_web', issueNumber: 1 };

/** Changes, each with the faults that it begins with. */
const changes: readonly [what: string, faults: Fault[], method: string, path: string, body?: unknown][] = [
  ['an added fault', [], 'POST', 'faults', { status: 503 }],
  ['a removed fault', [{ status: 500 }, { drop: true, times: 3 }], 'DELETE', 'faults/fault-1'],
  ['the removal of all faults', [{ drop: true }, { matches: () => true, status: 500 }], 'DELETE', 'faults'],
  ['another scenario', [], 'PATCH', 'settings', { scenario: 'failing' }],
  ['another rate limit and latency', [], 'PATCH', 'settings', { rateLimit: { requests: 1 }, latencyMs: [1, 2] }],
  ['another behavior option', [], 'PATCH', 'settings', { behavior: { lockoutStatus: 403 } }],
  ['a verified issue', [], 'POST', 'dashboard/verify', issue],
  ['a new user', [], 'POST', 'dashboard/createUser', {}],
  ['a new comment', [], 'POST', 'dashboard/addComment', { ...issue, content: 'Seen' }],
  ['a deleted project with issues', [], 'DELETE', 'records/projects/prj_web'],
];

test.each(changes)(
  'an undo of %s restores the state and counts as one change',
  async (_what, faults, method, path, body) => {
    const { mock, ask, state, revision, undoPoint, undo } = mocked();
    for (const fault of faults) mock.faults.add({ ...fault, endpoint: 'issues.update' });
    const before = await state();
    const point = await undoPoint();
    await ask(method, path, body);
    expect(await state()).not.toEqual(before);
    expect(await revision()).toBe(point.revision + 1);
    await undo(point.id);
    expect(await state()).toEqual(before);
  },
);

test('an undo takes back a reset and all later changes, which each count once', async () => {
  const { mock, ask, undoPoint, undo, revision, state, api } = mocked();
  mock.faults.add({ status: 503, times: 2, endpoint: 'projects.list' });
  await api.get('/projects');
  const before = await state();
  const point = await undoPoint();
  await ask('POST', 'reset');
  expect(await revision()).toBe(point.revision + 1);
  await api.patch('/projects/prj_web/issues/1', { priority: 'low' });
  mock.settings.change({ scenario: 'slow' });
  expect(await revision()).toBe(point.revision + 3);
  expect((await undo(point.id)).revision).toBe(point.revision + 4);
  expect(await state()).toEqual(before);
});

test('an undo keeps the clock, the request log, the rate windows and the used ids', async () => {
  const { mock, undoPoint, undo, api, state } = mocked();
  mock.settings.change({ rateLimit: { requests: 2 } });
  const { id } = await undoPoint();
  const made = await mock.dashboard.createUser({});
  await mock.clock.advance(1000);
  await api.get('/projects');
  await undo(id);
  expect(mock.clock.now()).toBe(Date.parse(start) + 1000);
  expect(mock.requests.all()).toHaveLength(1);
  expect((await mock.dashboard.createUser({})).id).not.toBe(made.id);
  await api.get('/projects');
  expect((await api.get('/projects')).status).toBe(429);
  expect(await state()).not.toHaveProperty('now');
});

test('a request that consumes a fault does not count as a change', async () => {
  const { mock, undoPoint, revision, api } = mocked();
  mock.faults.add({ status: 503, times: null });
  mock.faults.add({ drop: true });
  const point = await undoPoint();
  await api.get('/projects');
  await api.get('/nothing');
  expect(await revision()).toBe(point.revision);
});

test('the last 20 undo points are kept, separate from snapshots', async () => {
  const { ask, send, undoPoint } = mocked();
  await ask('POST', 'snapshot', { name: 'Mine' });
  const points = [];
  for (let index = 0; index < 21; index++) points.push(await undoPoint());
  const statuses = [];
  for (const { id } of points) statuses.push((await send('POST', `undo-points/${id}/restore`)).status);
  expect(statuses).toEqual([404, ...Array.from({ length: 20 }, () => 200)]);
  expect(await ask('GET', 'snapshots')).toMatchObject([{ name: 'Mine' }]);
});

test('the clock can be moved back, and set to the system time', async () => {
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
