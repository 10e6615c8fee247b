import { expect, test, vi } from 'vitest';
import { service } from '../../test/fixture.ts';
import { serve } from '../../test/served.ts';
import { controlApiInProcess } from './in-process.ts';
import type { ControlEvent } from './route.ts';

test('the control API in process gives the same responses as over HTTP', async () => {
  const { mock, control, get } = await serve();
  const { send } = controlApiInProcess(mock);
  await get('/projects');
  await get('/nothing');
  for (const path of ['requests', 'requests?status=404', 'requests/2', 'faults', 'state', 'requests/9', 'faults?x=1'])
    expect(await send('GET', path)).toEqual(await control('GET', path));
  expect(await send('POST', 'faults', { status: 99 })).toEqual(await control('POST', 'faults', { status: 99 }));
  expect(await send('POST', 'nothing')).toEqual(await control('POST', 'nothing'));
  expect(await send('PUT', 'faults')).toMatchObject({ status: 405 });
});

test('the control API in process and over HTTP share snapshots and faults', async () => {
  const { mock, control } = await serve();
  const { send } = controlApiInProcess(mock);
  const taken = await send('POST', 'snapshot');
  expect(await control('POST', 'restore', taken.body)).toMatchObject({ status: 200 });
  await control('POST', 'faults', { status: 500 });
  expect(await send('DELETE', 'faults/fault-1')).toEqual({ status: 200, body: {} });
});

test('records from the control API are copies', async () => {
  const { mock } = service();
  const { body } = await controlApiInProcess(mock).send('GET', 'state');
  for (const issue of (body as { issues: { title: string }[] }).issues) issue.title = 'Changed';
  expect(JSON.stringify(await controlApiInProcess(mock).send('GET', 'state'))).not.toContain('Changed');
});

test('subscribers get one event per request, and one change event for many changes at once', async () => {
  const { mock, get } = service();
  const { subscribe } = controlApiInProcess(mock);
  const told: ControlEvent[] = [];
  const stop = subscribe((event) => told.push(event));
  await get('/projects');
  for (let count = 0; count < 50; count++) mock.faults.add({ status: 500 });
  const changes = () => told.filter(({ event }) => event === 'change').map(({ data }) => data);
  await vi.waitUntil(() => changes().length >= 2);
  expect(told.filter(({ event }) => event === 'request')).toMatchObject([{ data: { path: '/api/v1/projects' } }]);
  expect(changes().filter((data) => 'what' in data && data.what === 'faults')).toHaveLength(1);
  stop();
  await get('/projects');
  expect(told.filter(({ event }) => event === 'request')).toHaveLength(1);
});

test.each([
  [
    'records',
    (mock: ReturnType<typeof service>['mock']) => mock.dashboard.verify({ projectId: 'prj_web', issueNumber: 1 }),
  ],
  ['credentials', (mock: ReturnType<typeof service>['mock']) => mock.dashboard.revokeApiKey({ key: 'svc_acme' })],
  ['faults', (mock: ReturnType<typeof service>['mock']) => mock.faults.add({ status: 500 })],
  ['clock', (mock: ReturnType<typeof service>['mock']) => mock.clock.advance(1000)],
  ['requests', (mock: ReturnType<typeof service>['mock']) => mock.requests.clear()],
  ['all', (mock: ReturnType<typeof service>['mock']) => mock.reset()],
])('a change of %s in process notifies subscribers', async (what, change) => {
  const { mock } = service();
  const told: unknown[] = [];
  controlApiInProcess(mock).subscribe(({ data }) => told.push(data));
  await change(mock);
  await vi.waitFor(() => expect(told).toContainEqual({ what }));
});
