import type { JsonObject } from '../platform/json.ts';

/** The lists of an issue: the member of a world that has each, and its endpoint. */
export const capturedLists = {
  comments: 'issues.comments.list',
  consoleLogs: 'issues.consoleLogs',
  networkLogs: 'issues.networkLogs',
  screenshots: 'issues.screenshots',
  userActions: 'issues.userActions',
} as const;
export type CapturedList = keyof typeof capturedLists;
export type Captured = { [Member in CapturedList]?: JsonObject[] } & { techContext?: JsonObject | null };
