import type { IssueListItem } from '@issue-tracking/sdk';

const at = '2026-04-01T09:30:00.000Z';

/** An issue as the list shows it. */
export const listItem = (issueNumber: number): IssueListItem => ({
  id: `iss_${issueNumber}`,
  issueNumber,
  title: `Issue ${issueNumber}`,
  status: 'open',
  priority: 'high',
  createdAt: at,
  updatedAt: at,
});

/** One issue. */
export const issue = (overrides: Record<string, unknown> = {}) => ({
  issueNumber: 7,
  title: 'Checkout hangs',
  description: '',
  status: 'open',
  priority: 'high',
  labels: [],
  reporterName: 'Ada',
  assigneeName: 'Grace',
  pageUrl: 'https://shop.example/checkout',
  browserInfo: 'Chrome 141',
  osInfo: 'macOS 15',
  viewportSize: '1440x900',
  metadataSummary: {
    consoleErrorCount: 0,
    networkErrorCount: 0,
    jsErrorCount: 0,
    userActionCount: 0,
    screenshotCount: 0,
  },
  createdAt: at,
  updatedAt: at,
  ...overrides,
});

/** A comment. */
export const comment = (id: string, content: string) => ({ id, content, authorName: 'Ada', createdAt: at });
