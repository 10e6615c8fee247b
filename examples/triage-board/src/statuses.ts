import type { IssueStatus } from '@issue-tracking/sdk';

/** What each column is called. */
export const statusNames: Record<IssueStatus, string> = {
  open: 'Open',
  in_progress: 'In progress',
  blocked: 'Blocked',
  fix_submitted: 'Fix submitted',
  verified: 'Verified',
  closed: 'Closed',
};
