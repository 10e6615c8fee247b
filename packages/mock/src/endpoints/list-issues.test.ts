import { expect, test } from 'vitest';
import { service } from '../../test/fixture.ts';

const list = '/projects/prj_web/issues';
const numbers = (body: { data: { issueNumber: number }[] }) => body.data.map(({ issueNumber }) => issueNumber);

test.each([
  ['status=open', [5, 1]],
  ['priority=high', [5, 1]],
  ['label=checkout', [1, 4]],
  ['label=check', []],
  ['label=Checkout', []],
  ['q=CHECK', [1]],
  ['q=second click', [1]],
  ['q=ümlauts', [2]],
  ['q=%25', [4]],
  ['q=[a-z]', [4]],
  ['q=_', [4]],
  ['q=hangs%00a', []],
  ['q=', [5, 3, 2, 1, 4]],
  ['label=', [5, 3, 2, 1, 4]],
  ['status=open&priority=high&label=bug&q=pay', [1]],
  ['status=closed&priority=high', []],
])('%s finds %j [EP-6] [GAP-22] [GAP-29]', async (query, found) => {
  const { body } = await service().get(`${list}?${query}`);
  expect(numbers(body)).toEqual(found);
  expect(body.total).toBe(found.length);
});

test.each(['status=done', 'status=', 'status=Open', 'priority=urgent', 'priority='])(
  '%s gets 400 with the allowed values [EP-6] [STA-1] [STA-2] [GAP-29]',
  async (query) => {
    const [field] = query.split('=');
    const { status, body } = await service().get(`${list}?${query}`);
    expect(status).toBe(400);
    expect(body.details).toEqual([{ field, message: expect.stringMatching(/^must be one of: .*(closed|critical)$/) }]);
  },
);

test('a 400 lists all invalid parameters [ERR-2]', async () => {
  const { body } = await service().get(`${list}?status=x&limit=0`);
  expect(body.details.map(({ field }: { field: string }) => field)).toEqual(['status', 'limit']);
});

test('a repeated filter shows the changes since the first request [EP-6]', async () => {
  const { get, patch, mock } = service();
  expect(numbers((await get(`${list}?status=open`)).body)).toEqual([5, 1]);
  await patch(`${list}/1`, { status: 'blocked' });
  expect(numbers((await get(`${list}?status=open`)).body)).toEqual([5]);
  mock.world.issues.create({ projectId: 'prj_web', title: 'One more' });
  expect(numbers((await get(`${list}?status=open`)).body)).toEqual([6, 5]);
  mock.world.issues.update({ issueNumber: 5 }, { title: 'Renamed' });
  expect((await get(`${list}?q=renamed`)).body.data).toMatchObject([{ issueNumber: 5, title: 'Renamed' }]);
});

test('a page shows the changes since it was last read [EP-5]', async () => {
  const { get, patch } = service();
  const first = async () => (await get(`${list}?limit=1`)).body.data[0];
  expect(await first()).toMatchObject({ issueNumber: 5, status: 'open' });
  await patch(`${list}/5`, { status: 'blocked' });
  expect(await first()).toMatchObject({ issueNumber: 5, status: 'blocked' });
  expect(numbers((await get(`${list}?limit=2&page=2`)).body)).toEqual([2, 1]);
});
