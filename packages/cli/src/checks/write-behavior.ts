import { itemOf } from '../platform/json.ts';
import { EndedEarly } from '../service/ended-early.ts';
import type { Exchange } from '../service/exchange.ts';
import { commentBehavior } from './comment-behavior.ts';
import { isScopeError } from './projects.ts';
import { restoreIssue } from './restore-issue.ts';
import { type CheckGroup, errorText, type Session } from './session.ts';
import { TestIssue } from './test-issue.ts';

/** Decides the behavior options of changes and comments, on the test issue. */
export const writeBehavior: CheckGroup = {
  title: 'behavior of writes',
  behavior: ['transitions', 'unknownMembers', 'statusRejection', 'commentStatus', 'commentText', 'readLag'],
  async run(session) {
    if (!session.testIssue) return;
    const issue = await TestIssue.open(session, session.testIssue.issueNumber);
    try {
      await decideReadLag(session, issue);
      await decideUnknownMembers(session, issue);
      await decideStatusRejection(session, issue);
      await decideTransitions(session, issue);
      await commentBehavior(session, issue);
    } finally {
      await restoreIssue(session, issue);
    }
  },
};

/** Changes the priority and restores it, with a read after each. */
async function decideReadLag({ service, findings }: Session, issue: TestIssue): Promise<void> {
  const { priority } = issue.original;
  const seen: Exchange[] = [];
  let isAtOnce = true;
  for (const to of [priority === 'low' ? 'medium' : 'low', priority]) {
    const changed = await issue.change({ priority: to });
    if (isScopeError(changed)) throw new EndedEarly('the credential lacks the scope issues:write; nothing was changed');
    const shown = await service.request({ path: issue.path });
    seen.push(changed, shown);
    if (changed.status !== 200) {
      const why = `a change of the priority returned ${changed.status}`;
      return findings.leaveUndecided('readLag', why, ...seen);
    }
    isAtOnce &&= itemOf(shown)['priority'] === to;
  }
  if (isAtOnce) findings.decide('readLag', 0, ...seen);
  else
    findings.leaveUndecided(
      'readLag',
      'a read after a change showed the earlier priority; the lag was not measured',
      ...seen,
    );
}

async function decideUnknownMembers({ findings }: Session, issue: TestIssue): Promise<void> {
  const unknown = await issue.change({ priority: issue.original.priority, qzxvk: 1 });
  if (unknown.status === 200) findings.decide('unknownMembers', 'ignore', unknown);
  else if (unknown.status === 400) findings.decide('unknownMembers', 'reject', unknown);
  else {
    const why = `an update with an unknown field returned ${unknown.status}, not 200 or 400`;
    findings.leaveUndecided('unknownMembers', why, unknown);
  }
}

async function decideStatusRejection(session: Session, issue: TestIssue): Promise<void> {
  const { findings } = session;
  const refused: Exchange[] = [];
  for (const status of ['verified', 'closed']) {
    const exchange = await issue.change({ status });
    refused.push(exchange);
    if (exchange.status >= 400 && exchange.status < 500) continue;
    findings.leaveUndecided(
      'statusRejection',
      `setting ${status} returned ${exchange.status}, not a rejection`,
      exchange,
    );
    // The service would probably accept the other status too. So restore the issue and stop.
    return restoreIssue(session, issue);
  }
  const [verified, closed] = refused as [Exchange, Exchange];
  if (verified.status !== closed.status) {
    const why = `setting verified returned ${verified.status}, closed ${closed.status}; an option needs one status`;
    return findings.leaveUndecided('statusRejection', why, ...refused);
  }
  const { status } = verified;
  const [text, other] = refused.map(errorText);
  const withDetails = refused.map(({ json }) => Array.isArray(Object(json).details));
  const details = withDetails.every(Boolean);
  if (withDetails.includes(true) && !details)
    return findings.leaveUndecided(
      'statusRejection',
      'of the rejections of verified and closed, one has details and the other has none',
      ...refused,
    );
  // Two different texts name the status, like the mock's default texts. So the choice needs no `error`.
  const isOwn = text !== other || (details && text === 'Invalid input');
  const choice = { status, ...(!isOwn && text && { error: text }), ...(details && { details }) };
  findings.decide('statusRejection', choice, ...refused);
}

/** Changes the status and restores it. Doesn't try all transitions, because a restore could become impossible. */
async function decideTransitions({ findings }: Session, issue: TestIssue): Promise<void> {
  const from = issue.original.status;
  const to = from === 'in_progress' ? 'open' : 'in_progress';
  const moved = await issue.change({ status: to });
  const notAll = 'not all transitions were tried';
  if (moved.status !== 200) {
    const why = `${from} → ${to} returned ${moved.status}; ${notAll}, so that the issue can be restored`;
    return findings.leaveUndecided('transitions', why, moved);
  }
  const back = await issue.change({ status: from });
  const way = back.status === 200 ? 'and back were accepted' : `was accepted, the way back returned ${back.status}`;
  const why = `${from} → ${to}, ${way}; ${notAll}, and none from verified or closed can be`;
  findings.leaveUndecided('transitions', why, moved, back);
}
