import { createComment, listComments } from './comments.ts';
import type { Handlers } from './handler.ts';
import { getIssue, listIssues, updateIssue } from './issues.ts';
import { getTechContext, listConsoleLogs, listNetworkLogs, listScreenshots, listUserActions } from './metadata.ts';
import { listProjects } from './projects.ts';

/** Every endpoint's handler. */
export const handlers: Handlers = {
  'projects.list': listProjects,
  'issues.list': listIssues,
  'issues.get': getIssue,
  'issues.update': updateIssue,
  'issues.comments.list': listComments,
  'issues.comments.create': createComment,
  'issues.consoleLogs': listConsoleLogs,
  'issues.networkLogs': listNetworkLogs,
  'issues.screenshots': listScreenshots,
  'issues.techContext': getTechContext,
  'issues.userActions': listUserActions,
};
