import { absentMembers } from '@issue-tracking/model';
import { expect, test } from 'vitest';

test('absentMembers() returns every member that may have no value, including optional members [GAP-40] [RES-2] [RES-3] [RES-9]', () => {
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
