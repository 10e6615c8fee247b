import { isSettable, issueStatuses, setByOthers, settableStatuses } from '@issue-tracking/model';
import { expect, test } from 'vitest';

test('a status is set by an API caller or by others, never by both [STA-3] [STA-5] [STA-6]', () => {
  expect(issueStatuses.filter(isSettable)).toEqual([...settableStatuses]);
  expect([...settableStatuses, ...Object.keys(setByOthers)].sort()).toEqual([...issueStatuses].sort());
});
