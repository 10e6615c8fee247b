import { newComments } from './new-comments.ts';
import { otherIssues, untouched } from './other-issues.ts';
import { priorityChange } from './priority-change.ts';
import { putBack } from './put-back.ts';
import { refusedBodies, refusedStatuses } from './refused-changes.ts';
import { ScratchIssue } from './scratch-issue.ts';
import type { ProbeGroup } from './session.ts';
import { statusChanges } from './status-changes.ts';

/** Checks that need writes, on the issue that was named. */
export const writes: ProbeGroup = {
  title: 'writes to the named issue',
  behavior: [],
  async run(session) {
    if (!session.scratch) return;
    const issue = await ScratchIssue.open(session, session.scratch.issueNumber);
    const others = await otherIssues(session, issue);
    try {
      await priorityChange(session, issue);
      await statusChanges(session, issue);
      await untouched(session, issue, others);
      await refusedBodies(session, issue);
      await refusedStatuses(session, issue);
      await newComments(session, issue);
    } finally {
      await putBack(session, issue);
    }
  },
};
