import { expect, test } from 'vitest';
import { service } from '../../test/fixture.ts';

const list = '/projects/prj_web/issues';

const common = ['issueNumber', 'title', 'status', 'priority', 'createdAt', 'updatedAt'];
const reporter = [...common, 'reporterName'].sort();
const labels = [...common, 'id', 'labels', 'assignees'].sort();

test.each([
  ['both', [...new Set([...reporter, ...labels])].sort(), [...new Set([...reporter, ...labels])].sort()],
  ['reporter', reporter, reporter],
  ['labels', labels, labels],
  ['alternating', reporter, labels],
] as const)('list items can have the field set %s [RES-2] [GAP-19]', async (listItem, odd, even) => {
  const { body } = await service({ behavior: { listItem } }).get(list);
  for (const item of body.data) expect(Object.keys(item).sort()).toEqual(item.issueNumber % 2 ? odd : even);
});
