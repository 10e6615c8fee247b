import { expect, test } from 'vitest';
import { service } from '../../test/fixture.ts';

// Titles: 1 Checkout hangs (A second click on Pay), 2 Search (ignores ÜMLAUTS), 3 Same time, 4 100% [a-z] _, 5 Newest.
test.each([
  ['substring', 'click second', []],
  ['words', 'click second', [1]],
  ['words', ' HANGS  pay ', [1]],
  ['words', 'hangs nothing', []],
  ['like', 'click second', []],
  ['like', 's%d CLICK', [1]],
  ['like', 's%hangs%x', []],
  ['substring', 's%d', []],
  ['like', 'ml_uts', [2]],
  ['substring', 'ml_uts', []],
  ['substring', '0% [', [4]],
  ['words', '_', [4]],
  ['like', '_', [5, 3, 2, 1, 4]],
  ['substring', '  ', [5, 3, 2, 1, 4]],
  ['words', '  ', [5, 3, 2, 1, 4]],
  ['like', ' ', [3, 2, 1, 4]],
  ['like', 'hangs%second', []],
] as const)('with the search option %s, %j finds the issues %j [GAP-55] [GAP-22]', async (search, q, expected) => {
  const { get } = service({ behavior: { search } });
  const { body } = await get(`/projects/prj_web/issues?q=${encodeURIComponent(q)}`);
  expect(body.data.map(({ issueNumber }: { issueNumber: number }) => issueNumber)).toEqual(expected);
});

test('a pattern with hundreds of wildcards does not slow the search down [GAP-55]', async () => {
  const { get, mock } = service({ behavior: { search: 'like' } });
  mock.world.issues.create({ projectId: 'prj_web', description: 'a'.repeat(20_000) });
  expect((await get(`/projects/prj_web/issues?q=${'a%25'.repeat(500)}b`)).body.total).toBe(0);
});
