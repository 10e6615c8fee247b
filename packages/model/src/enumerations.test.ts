import { isSettable, issueStatuses, setByOthers, settableStatuses } from '@issue-tracking/model';
import { expect, test } from 'vitest';

test('each status is either settable through the API or set by others, never both [STA-3] [STA-5] [STA-6]', () => {
  expect(issueStatuses.filter(isSettable)).toEqual([...settableStatuses]);
  expect([...settableStatuses, ...Object.keys(setByOthers)].sort()).toEqual([...issueStatuses].sort());
});
