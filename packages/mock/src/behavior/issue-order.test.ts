import { expect, test } from 'vitest';
import { service } from '../../test/fixture.ts';

const list = '/projects/prj_web/issues';
const numbers = (body: { data: { issueNumber: number }[] }) => body.data.map(({ issueNumber }) => issueNumber);

test.each([
  ['newest', [5, 3, 2, 1, 4]],
  ['oldest', [4, 1, 2, 3, 5]],
  ['updated', [5, 1, 3, 2, 4]],
] as const)('issues can be listed in the order %s [GAP-7]', async (issueOrder, order) => {
  const { get } = service({ behavior: { issueOrder } });
  expect(numbers((await get(list)).body)).toEqual(order);
});

test('the order by update time follows a change [GAP-7]', async () => {
  const updated = service({ behavior: { issueOrder: 'updated' } });
  await updated.get(list);
  await updated.patch(`${list}/4`, { priority: 'low' });
  expect(numbers((await updated.get(list)).body)[0]).toBe(4);
});
