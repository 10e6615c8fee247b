import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, parseWorld, virtualClock, type WorldFile } from '@issue-tracking/mock';
import { expect, onTestFinished, test } from 'vitest';
import { client, start } from '../../test/fixture.ts';
import { serve } from '../../test/served.ts';
import { stateOf } from '../../test/state-of.ts';
import { parseFlags } from '../command/flags.ts';
import { mockOfFlags } from '../command/mock-of-flags.ts';
import { internalsOf } from './internals.ts';

/** The state of a mock behind HTTP with a fault, changed settings and a moved clock, as its control API returns it. */
async function saved() {
  const api = await serve();
  const { mock, control, patch, get } = api;
  await patch('/projects/prj_web/issues/1', { status: 'blocked' });
  mock.faults.add({ endpoint: 'projects.list', status: 503, times: 3, skip: 1 });
  mock.faults.add({ status: 500, times: null });
  mock.faults.add({ matches: () => true, status: 418 });
  await control('faults.switch', { id: 'fault-2', on: false });
  mock.settings.change({ rateLimit: { requests: 7 }, latencyMs: 0, behavior: { pagePastEnd: 404 } });
  await mock.clock.advance(3_600_000);
  mock.faults.list().at(-1)?.remove();
  await get('/projects');
  await get('/projects');
  return { ...api, file: (await control('state.file')).body as WorldFile };
}

/** What a file brings back. */
function told(mock: ReturnType<typeof createMock>) {
  const { admitted, failures, requests, ids, ...rest } = stateOf(mock) as Record<string, unknown>;
  const { scenario, latencyMs, rateLimit, behavior } = mock.settings;
  const off = internalsOf(mock).service.state.faults.active.map(({ isOff }) => isOff);
  return { ...rest, settings: { scenario, latencyMs, rateLimit, behavior }, off };
}

const faults = [
  { fault: { endpoint: 'projects.list', status: 503, times: 2, skip: 0 }, remaining: 2 },
  { fault: { status: 500, times: null }, remaining: null },
];

test('a state that was saved over HTTP opens in a test, with clock, faults and settings, also after a reset', async () => {
  const { file, mock } = await saved();
  expect(file).toMatchObject({ now: '2026-05-01T13:00:00.000Z', faults: [{ times: 2 }, { off: true }] });
  const opened = createMock({ world: parseWorld(file), clock: virtualClock() });
  expect(told(opened)).toEqual({ ...told(mock), faults });
  const { get } = client(opened.fetch, opened.baseUrl);
  expect([(await get('/projects')).status, (await get('/projects')).status]).toEqual([503, 503]);
  await opened.clock.advance(5);
  opened.reset();
  expect(told(opened)).toEqual({ ...told(mock), faults });
});

test('it opens in the command with --world, and in another mock over HTTP', async () => {
  const { file, mock } = await saved();
  const folder = await mkdtemp(join(tmpdir(), 'world-file-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'state.json'), JSON.stringify(file));
  const { mock: served } = await mockOfFlags(parseFlags(['--world', join(folder, 'state.json')]));
  const { now, ...others } = told(mock) as Record<string, unknown>;
  expect(told(served)).toMatchObject({ ...others, faults });
  expect(Math.abs(served.clock.now() - Number(now))).toBeLessThan(60_000);
  const other = await serve();
  other.mock.faults.add({ status: 429 });
  expect((await other.control('state.open', { file })).status).toBe(200);
  expect(told(other.mock)).toEqual({ ...told(mock), faults });
});

test('a snapshot over HTTP has a file too, of the state at its time', async () => {
  const { control, mock, patch } = await serve();
  const before = (await control('state.file')).body;
  const { body } = await control('snapshot', { name: 'before' });
  await patch('/projects/prj_web/issues/1', { status: 'blocked' });
  mock.scenario = 'slow';
  mock.faults.add({ status: 500 });
  expect((await control('state.file', { id: (body as { id: string }).id })).body).toEqual(before);
});

test('options go before the settings of a file, and a world without a state is as any world', () => {
  const world: WorldFile = {
    organizations: [],
    settings: { latencyMs: 7, rateLimit: false, behavior: { readLag: 5 } },
  };
  const mock = createMock({ world, latencyMs: 1, behavior: { pagePastEnd: 404 } });
  expect(mock.settings).toMatchObject({ latencyMs: 1, rateLimit: false, behavior: { pagePastEnd: 404, readLag: 5 } });
  expect(createMock({ world: {} }).settings.behavior).toEqual(createMock().settings.behavior);
  const still = createMock({ world: {}, clock: virtualClock({ now: start }) });
  expect(still.clock.now()).toBe(Date.parse(start));
});

test.each([
  [{ now: 'yesterday' }, 'now'],
  [{ faults: [{ status: 99 }] }, 'faults[0].status'],
  [{ faults: [{ times: 2 }] }, 'faults[0]'],
  [{ settings: { scenario: 'sunny' } }, 'settings.scenario'],
  [{ settings: { behavior: { pagePastEnd: 405 } } }, 'settings.behavior'],
  [{ settings: { scenario: 'slow' }, organizations: [{ slug: 5 }] }, 'organizations[0].slug'],
  [{ faults: [{ drop: true, status: 500 }], users: 5 }, 'faults[0]'],
])('of an invalid file %j nothing is opened, and the message names %s', async (file, path) => {
  const { control, mock } = await serve();
  mock.faults.add({ status: 503 });
  const before = told(mock);
  const { status, body } = await control('state.open', { file });
  expect([status, (body as { details: { field: string }[] }).details[0]?.field]).toEqual([400, path]);
  expect(told(mock)).toEqual(before);
  expect(() => createMock({ world: file as WorldFile })).toThrow(path);
});
