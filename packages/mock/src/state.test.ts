import { createMock, virtualClock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { service, start } from '../test/fixture.ts';
import { stateOf } from '../test/state-of.ts';

const path = '/projects/prj_web/issues/1';

/** Changes everything that a mock knows. */
async function disturb({ mock, get, patch, post, as }: ReturnType<typeof service>): Promise<void> {
  await patch(path, { status: 'blocked', priority: 'low' });
  await post(`${path}/comments`, { content: 'more' });
  mock.world.issues.create({ projectId: 'prj_web' });
  await mock.tenant({ issues: 2 });
  mock.world.apiKeys.update({ key: 'svc_other' }, { revoked: true });
  mock.world.issues.delete({ issueNumber: 4 });
  mock.world.comments.delete({ id: 'c1' });
  mock.world.projects.update({ id: 'prj_web' }, { name: 'Renamed' });
  for (let failure = 0; failure < 6; failure++) await as('svc_guess').get('/projects');
  mock.faults.add({ status: 500, times: 3 });
  await get(path);
  await mock.clock.advance(5000);
}

function textOf({ mock }: ReturnType<typeof service>): string {
  return JSON.stringify(stateOf(mock));
}

test('reset() restores the exact initial state', async () => {
  const api = service({ rateLimit: {} });
  const before = textOf(api);
  await disturb(api);
  expect(textOf(api)).not.toBe(before);
  api.mock.reset();
  expect(textOf(api)).toBe(before);
  expect(api.mock.clock.now()).toBe(Date.parse(start));
  await disturb(api);
  api.mock.reset();
  expect(textOf(api)).toBe(before);
});

test('restore() restores the exact state of a snapshot any number of times', async () => {
  const api = service({ rateLimit: {} });
  await disturb(api);
  const before = textOf(api);
  const snapshot = api.mock.snapshot();
  api.mock.reset();
  await api.patch(path, { status: 'fix_submitted' });
  for (let time = 0; time < 3; time++) {
    api.mock.restore(snapshot);
    expect(textOf(api)).toBe(before);
    await api.post(`${path}/comments`, { content: 'after' });
    await api.mock.clock.advance(1000);
    api.mock.world.issues.delete({ issueNumber: 1 });
  }
});

test('the same calls after restore() give the same results, with the same ids and times', async () => {
  const api = service({ rateLimit: { requests: 3 } });
  const rest = async () => [
    await api.post(`${path}/comments`, { content: 'one' }),
    await api.patch(path, { status: 'blocked' }),
    await api.get(`${path}/comments`),
    await api.get(path),
    api.mock.world.issues.create({ projectId: 'prj_web' }),
  ];
  await api.get(path);
  const snapshot = api.mock.snapshot();
  const first = await rest();
  api.mock.restore(snapshot);
  expect(await rest()).toEqual(first);
});

test('collections show the restored records, deleted ones included', async () => {
  const { mock } = service();
  const snapshot = mock.snapshot();
  mock.world.issues.delete({ issueNumber: 1 });
  mock.world.issues.create({ projectId: 'prj_web', title: 'New' });
  const titles = () =>
    mock.world.issues
      .find({ projectId: 'prj_web' })
      .map(({ title }) => title)
      .sort();
  expect(titles()).toEqual(['100% [a-z] _', 'New', 'Newest', 'Same time', 'Search']);
  mock.restore(snapshot);
  expect(titles()).toEqual(['100% [a-z] _', 'Checkout hangs', 'Newest', 'Same time', 'Search']);
  expect(mock.world.comments.find({ projectId: 'prj_web' })).toHaveLength(2);
});

test('restore() also restores the handle of a fault', async () => {
  const { get, mock } = service();
  const fault = mock.faults.add({ status: 500, times: 2 });
  const snapshot = mock.snapshot();
  await get(path);
  await get(path);
  expect([fault.remaining, fault.requests.length, mock.faults.list()]).toEqual([0, 2, []]);
  mock.restore(snapshot);
  expect([fault.remaining, fault.requests.length, mock.faults.list()]).toEqual([2, 0, [fault]]);
  expect((await get(path)).status).toBe(500);
});

test('after reset(), faults get the same ids, and a handle from before removes none of them', async () => {
  const { get, mock } = service();
  const before = mock.faults.add({ status: 500 });
  mock.reset();
  const after = mock.faults.add({ status: 503 });
  expect(after.id).toBe(before.id);
  before.remove();
  expect([before.remaining, after.remaining, (await get(path)).status]).toEqual([0, 1, 503]);
});

test('restore() rejects the snapshot of another mock', () => {
  const { mock } = service();
  expect(() => mock.restore(service().mock.snapshot())).toThrow('Not a snapshot of this mock.');
});

test.each(['reset', 'restore'] as const)(
  'a client created after a %s shares no state with earlier clients',
  async (how) => {
    const mock = createMock({ clock: virtualClock() });
    const beginning = mock.snapshot();
    const before = new IssueTrackingClient(mock.clientOptions);
    await Promise.all(Array.from({ length: 100 }, () => before.issues.get('prj_web', 1)));
    if (how === 'reset') mock.reset();
    else mock.restore(beginning);
    const after = new IssueTrackingClient(mock.clientOptions);
    expect(await after.issues.get('prj_web', 1)).toMatchObject({ issueNumber: 1 });
  },
);
