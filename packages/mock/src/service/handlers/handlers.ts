import { createComment, listComments } from './comments.ts';
import type { Handlers } from './handler.ts';
import { getTechContext, listOf } from './issue-entries.ts';
import { getIssue, listIssues, updateIssue } from './issues.ts';
import { listProjects } from './projects.ts';

/** The handlers of all endpoints. */
export const handlers: Handlers = {
  'projects.list': listProjects,
  'issues.list': listIssues,
  'issues.get': getIssue,
  'issues.update': updateIssue,
  'issues.comments.list': listComments,
  'issues.comments.create': createComment,
  // enforces EP-13
  'issues.consoleLogs': listOf(
    ({ consoleLogs }) => consoleLogs,
    ({ level }) =>
      level === undefined
        ? []
        : [{ name: 'level', text: `of the level "${level}"`, passes: (entry) => entry.level === level }],
  ),
  // enforces EP-14
  'issues.networkLogs': listOf(({ networkLogs }) => networkLogs),
  // enforces EP-15
  'issues.screenshots': listOf(({ screenshots }) => screenshots),
  // enforces EP-16
  'issues.techContext': getTechContext,
  // enforces EP-17
  'issues.userActions': listOf(({ userActions }) => userActions),
};
