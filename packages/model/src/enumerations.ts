/** Every status an issue can have (STA-1). */
export const issueStatuses = ['open', 'in_progress', 'blocked', 'fix_submitted', 'verified', 'closed'] as const;
/** A status an issue can have (STA-1). */
export type IssueStatus = (typeof issueStatuses)[number];

/**
 * The statuses an API caller may set (STA-3). `verified` takes a person's session (STA-5) and `closed` a published
 * report (STA-6), so neither stands here.
 */
export const settableStatuses = ['open', 'in_progress', 'blocked', 'fix_submitted'] as const satisfies IssueStatus[];
/** A status an API key or OAuth token may set (STA-3). */
export type SettableStatus = (typeof settableStatuses)[number];

/** Every priority an issue can have, least first (STA-2). */
export const issuePriorities = ['low', 'medium', 'high', 'critical'] as const;
/** A priority an issue can have (STA-2). */
export type IssuePriority = (typeof issuePriorities)[number];

/** Every level of a captured console message (RES-6). */
export const consoleLevels = ['error', 'warn', 'info', 'log'] as const;
/** The level of a captured console message (RES-6). */
export type ConsoleLevel = (typeof consoleLevels)[number];

/** Every scope a credential can hold (AUTH-5). None implies another. */
export const scopes = ['projects:read', 'issues:read', 'issues:write'] as const;
/** A scope a credential can hold (AUTH-5). */
export type Scope = (typeof scopes)[number];

/** User actions named by the specification; the set is open (RES-10, GAP-3). */
export type UserActionType = 'click' | 'input' | 'navigation' | (string & {});
