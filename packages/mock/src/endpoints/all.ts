import { type CapturedName, capturedNames } from '@issue-tracking/model';
import { capturedHandler } from './captured.ts';
import { createComment, listComments } from './comments.ts';
import type { Handlers } from './handler.ts';
import { getIssue, listIssues, updateIssue } from './issues.ts';
import { listProjects } from './projects.ts';

type CapturedHandlers = Pick<Handlers, `issues.${CapturedName}`>;

/** The handlers of all endpoints. */
export const handlers: Handlers = {
  'projects.list': listProjects,
  'issues.list': listIssues,
  'issues.get': getIssue,
  'issues.update': updateIssue,
  'issues.comments.list': listComments,
  'issues.comments.create': createComment,
  // enforces EP-13, EP-14, EP-15, EP-16, EP-17
  // Each name has the handler of its part.
  ...(Object.fromEntries(
    capturedNames.map((name) => [`issues.${name}`, capturedHandler(name)]),
  ) as object as CapturedHandlers),
};
