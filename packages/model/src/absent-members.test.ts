import { absentMembers } from '@issue-tracking/model';
import { expect, test } from 'vitest';

test('members that may have no value are those that are marked so, optional ones too [GAP-40] [RES-2] [RES-3] [RES-9]', () => {
  expect([...absentMembers()].sort()).toEqual([
    'assigneeName',
    'browserInfo',
    'cssSelector',
    'description',
    'elementStyles',
    'osInfo',
    'pageUrl',
    'reactComponentTree',
    'reporterName',
    'viewportSize',
  ]);
});
