import type { IssueStatus, SettableStatus } from '@issue-tracking/sdk';

/** What each column is called, in the order an issue usually takes. */
export const statusNames: Record<IssueStatus, string> = {
  open: 'Open',
  in_progress: 'In progress',
  blocked: 'Blocked',
  fix_submitted: 'Fix submitted',
  verified: 'Verified',
  closed: 'Closed',
};

const settable: Record<SettableStatus, true> = { open: true, in_progress: true, blocked: true, fix_submitted: true };

/** The columns, left to right. */
export const statuses = keysOf(statusNames);

/** What the board may set; `verified` and `closed` are set by people elsewhere (STA-5, STA-6). */
export const settableStatuses = keysOf(settable);

/** `Object.keys` forgets the type. */
function keysOf<Key extends string>(record: Record<Key, unknown>): Key[] {
  return Object.keys(record) as Key[];
}
