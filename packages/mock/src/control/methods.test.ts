import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { start } from '../../test/fixture.ts';
import { serve } from '../../test/served.ts';
import { stateOf } from '../../test/state-of.ts';

test('settings can be read and changed while the server runs', async () => {
  const { control, get, url, mock } = await serve();
  expect(await control('settings.get')).toEqual({
    status: 200,
    body: {
      baseUrl: url,
      scenario: 'normal',
      latencyMs: 0,
      rateLimit: false,
      behavior: JSON.parse(JSON.stringify(mock.settings.behavior)),
      requestLog: { entries: 1000, bytes: 33_554_432 },
    },
  });
  const changed = await control('settings.change', {
    scenario: 'failing',
    latencyMs: [1, 2],
    rateLimit: { requests: 5 },
    behavior: { listItem: 'labels' },
  });
  expect(changed).toMatchObject({
    status: 200,
    body: {
      scenario: 'failing',
      latencyMs: [1, 2],
      rateLimit: { requests: 5, windowMs: 60_000 },
      behavior: { listItem: 'labels', commentOrder: 'oldest' },
    },
  });
  expect((await get('/projects')).status).toBe(500);
  expect((await control('settings.get')).body).toEqual(changed.body);
});

test('the behavior options are listed with their choices', async () => {
  const { control } = await serve();
  const { body } = await control('behaviorOptions');
  expect(body).toContainEqual({
    name: 'pagePastEnd',
    description: expect.any(String),
    choices: ['empty', 404, 400],
  });
  expect(body).toContainEqual(expect.objectContaining({ name: 'readLag', or: 'a number of milliseconds' }));
});

test('a tenant comes with the options of a client for it', async () => {
  const { control } = await serve();
  const { body } = await control('tenant', { issues: [{ title: 'Mine', priority: 'low' }] });
  const { project, clientOptions } = body as {
    project: { id: string };
    clientOptions: { baseUrl: string; apiKey: string };
  };
  const client = new IssueTrackingClient(clientOptions);
  expect((await client.issues.list(project.id)).data).toMatchObject([{ title: 'Mine', priority: 'low' }]);
});

test('faults are listed with their requests, masked keys and remaining requests, and can be removed', async () => {
  const { control, get } = await serve();
  await control('faults.add', { apiKey: 'svc_acme', status: 503, times: null });
  await control('faults.add', { endpoint: 'issues.get', drop: true });
  expect((await get('/projects')).status).toBe(503);
  await control('faults.remove', { id: 'fault-1' });
  await expect(get('/projects/prj_web/issues/1')).rejects.toThrow();
  await control('faults.add', { apiKey: 'svc_acme', status: 503, times: null });
  expect((await control('faults.all')).body).toMatchObject([
    { id: 'fault-2', remaining: 0, requests: [{ faultId: 'fault-2' }] },
    { id: 'fault-3', remaining: null, requests: [], fault: { apiKey: 'acme (svc_…)' } },
  ]);
});

test('one of two faults is switched off, and on again', async () => {
  const { control, get } = await serve();
  for (const status of [503, 500]) await control('faults.add', { status, times: null });
  const states = async () => ((await control('faults.all')).body as { off?: true }[]).map(({ off }) => off ?? false);
  const all = [];
  for (const [id, on] of [
    ['fault-1', false],
    ['fault-2', false],
    ['fault-1', true],
  ] as const) {
    await control('faults.switch', { id, on });
    all.push([...(await states()), (await get('/projects')).status]);
  }
  expect(all).toEqual([
    [true, false, 500],
    [true, true, 200],
    [false, true, 503],
  ]);
  expect((await control('faults.switch', { id: 'fault-3', on: true })).body).toMatchObject({
    details: [{ message: 'There is no active fault "fault-3": faults.all lists all.' }],
  });
});

test('the clock advances by a duration or to a date, also back, and rate windows follow it [LIM-1]', async () => {
  const { control, get } = await serve({}, { rateLimit: { requests: 1 } });
  await get('/projects');
  expect((await get('/projects')).status).toBe(429);
  expect(await control('clock.advance', { ms: 60_000 })).toMatchObject({ body: { now: '2026-05-01T12:01:00.000Z' } });
  expect((await get('/projects')).status).toBe(200);
  for (const date of ['2026-05-01T11:00:00.000Z', Date.parse('2026-05-01T11:00:00.000Z')])
    expect((await control('clock.set', { date })).body).toMatchObject({ now: '2026-05-01T11:00:00.000Z' });
  await control('clock.set', { date: Date.now() });
  const { aheadMs } = (await control('clock.now')).body as { aheadMs: number };
  expect(Math.abs(aheadMs)).toBeLessThan(60_000);
});

test('a snapshot restores the whole state any number of times, with the ids of faults', async () => {
  const { control, post, mock } = await serve();
  const { body: taken } = await control('snapshot', { name: 'before' });
  const { id } = taken as { id: string };
  const before = stateOf(mock);
  for (let round = 0; round < 2; round++) {
    await post('/projects/prj_web/issues/1/comments', { content: 'gone soon' });
    expect((await control('faults.add', { status: 500 })).body).toMatchObject({ id: 'fault-1' });
    await control('clock.advance', { ms: 1000 });
    expect((await control('restore', { id })).status).toBe(200);
    expect(stateOf(mock)).toEqual(before);
  }
  expect(await control('snapshots.all')).toMatchObject({ body: [{ id, name: 'before', now: start }] });
});

test('a state file has a snapshot or the present state, and a deleted snapshot is gone', async () => {
  const { control, patch } = await serve();
  await control('snapshot');
  await patch('/projects/prj_web/issues/1', { status: 'blocked' });
  await control('snapshot');
  const statusIn = async (input: object) =>
    /"status":"(\w+)"/.exec(JSON.stringify((await control('state.file', input)).body))?.[1];
  const states = [await statusIn({ id: 'snapshot-1' }), await statusIn({ id: 'snapshot-2' }), await statusIn({})];
  expect(states).toEqual(['open', 'blocked', 'blocked']);
  expect((await control('snapshots.delete', { id: 'snapshot-1' })).status).toBe(200);
  expect((await control('snapshots.all')).body).toMatchObject([{ id: 'snapshot-2' }]);
  expect((await control('restore', { id: 'snapshot-1' })).status).toBe(400);
});

test('only the 40 most recently used snapshots are kept', async () => {
  const { control } = await serve();
  for (let taken = 0; taken < 40; taken++) await control('snapshot');
  expect((await control('restore', { id: 'snapshot-1' })).status).toBe(200);
  await control('snapshot');
  expect((await control('restore', { id: 'snapshot-2' })).status).toBe(400);
  expect((await control('restore', { id: 'snapshot-1' })).status).toBe(200);
});
