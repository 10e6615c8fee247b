// enforces STA-1
/** Every status an issue can have. */
export const issueStatuses = ['open', 'in_progress', 'blocked', 'fix_submitted', 'verified', 'closed'] as const;
/** A status an issue can have. */
export type IssueStatus = (typeof issueStatuses)[number];

// enforces STA-3
/** The statuses an API caller may set. */
export const settableStatuses = [
  'open',
  'in_progress',
  'blocked',
  'fix_submitted',
] as const satisfies readonly IssueStatus[];
/** A status an API key or OAuth token may set. */
export type SettableStatus = (typeof settableStatuses)[number];

// STA-5, STA-6
/** The setters of the statuses that an API caller can't set, as a message names them: "it is set by …". */
export const setByOthers: Readonly<Record<Exclude<IssueStatus, SettableStatus>, string>> = {
  verified: 'a user in the dashboard or the browser extension',
  closed: 'publishing a report',
};

/** Whether an API caller may set a status. */
export function isSettable(status: IssueStatus): status is SettableStatus {
  return !(status in setByOthers);
}

// enforces STA-2
/** Every priority an issue can have, least first. */
export const issuePriorities = ['low', 'medium', 'high', 'critical'] as const;
/** A priority an issue can have. */
export type IssuePriority = (typeof issuePriorities)[number];

// RES-6
/** Every level of a captured console message. */
export const consoleLevels = ['error', 'warn', 'info', 'log'] as const;
/** The level of a captured console message. */
export type ConsoleLevel = (typeof consoleLevels)[number];

// AUTH-5
/** Every scope a credential can hold. None implies another. */
export const scopes = ['projects:read', 'issues:read', 'issues:write'] as const;
/** A scope a credential can hold. */
export type Scope = (typeof scopes)[number];

// RES-10, GAP-3
/** The user actions that have a name; the set is open. */
export type UserActionType = 'click' | 'input' | 'navigation' | (string & {});
