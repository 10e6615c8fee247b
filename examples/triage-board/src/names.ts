import type { IssuePriority, IssueStatus } from '@issue-tracking/sdk';

/** The title of each column. */
export const statusNames: Record<IssueStatus, string> = {
  open: 'Open',
  in_progress: 'In progress',
  blocked: 'Blocked',
  fix_submitted: 'Fix submitted',
  verified: 'Verified',
  closed: 'Closed',
};

/** Priorities as people read them, most urgent first. */
export const priorityNames: Record<IssuePriority, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

/** The values of a select, in the order of `priorityNames`. */
export const priorities: readonly IssuePriority[] = ['critical', 'high', 'medium', 'low'];
