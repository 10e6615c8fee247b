import { checkNewComments } from './new-comments.ts';
import { checkOtherIssues, readOtherIssues } from './other-issues.ts';
import { checkPriorityChange } from './priority-change.ts';
import { checkRejectedBodies, checkRejectedStatuses } from './rejected-changes.ts';
import { restoreIssue } from './restore-issue.ts';
import type { CheckGroup } from './session.ts';
import { checkStatusChanges } from './status-changes.ts';
import { TestIssue } from './test-issue.ts';

/** Checks that need writes, on the test issue. */
export const writes: CheckGroup = {
  title: 'writes to the test issue',
  behavior: [],
  async run(session) {
    if (!session.testIssue) return;
    const issue = await TestIssue.open(session, session.testIssue.issueNumber);
    const others = await readOtherIssues(session, issue);
    try {
      await checkPriorityChange(session, issue);
      await checkStatusChanges(session, issue);
      await checkOtherIssues(session, issue, others);
      await checkRejectedBodies(session, issue);
      await checkRejectedStatuses(session, issue);
      await checkNewComments(session, issue);
    } finally {
      await restoreIssue(session, issue);
    }
  },
};
