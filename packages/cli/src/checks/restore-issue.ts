import { settableStatuses } from '@issue-tracking/model';
import { isText, itemOf } from '../platform/json.ts';
import { pluralize } from '../platform/pluralize.ts';
import { EndedEarly } from '../service/ended-early.ts';
import type { Session } from './session.ts';
import { type Change, readLagDelays, type TestIssue } from './test-issue.ts';

/**
 * Puts status and priority back, also when the run is to end, and looks whether they are. Where the way back is closed
 * it goes round by other statuses; where there is none, it says so aloud.
 */
export async function restoreIssue(session: Session, issue: TestIssue): Promise<void> {
  try {
    await restoreBoth(issue);
    await readState(session, issue);
    await restoreBoth(issue);
  } catch (error) {
    if (!(error instanceof EndedEarly)) throw error;
  }
  reportState(session, issue);
}

async function restoreBoth(issue: TestIssue): Promise<void> {
  const { priority } = issue.original;
  if (issue.state.priority !== priority) await applyChange(issue, { priority });
  await restoreStatus(issue);
}

/** Responses to changes may be wrong, so the issue itself is asked; a read may lag behind. */
async function readState({ service, clock }: Session, issue: TestIssue): Promise<void> {
  const known = issue.state;
  for (const ms of [0, ...readLagDelays]) {
    await clock.sleep(ms);
    const exchange = await service.request({ path: issue.path }, uninterruptibleSignal());
    const { status, priority } = itemOf(exchange);
    if (exchange.status !== 200 || !isText(status) || !isText(priority)) return;
    issue.state = { status, priority };
    if (status === known.status && priority === known.priority) return;
  }
}

/** Tries the way back; where it is closed, the other statuses that can be set, and the way back from there. */
async function restoreStatus(issue: TestIssue): Promise<void> {
  const { status } = issue.original;
  const tried = new Set<string>();
  const visited = new Set([issue.state.status]);
  while (issue.state.status !== status) {
    const from = issue.state.status;
    const open = [status, ...settableStatuses].filter((to) => to !== from && !tried.has(`${from} ${to}`));
    const next = open.find((to) => !visited.has(to)) ?? open[0];
    if (next === undefined) return;
    tried.add(`${from} ${next}`);
    await applyChange(issue, { status: next });
    visited.add(issue.state.status);
  }
}

/** A change that doesn't ask whether the run is to end; what it asked for counts until the issue is looked at. */
async function applyChange(issue: TestIssue, change: Change): Promise<void> {
  const { status } = await issue.change(change, undefined, uninterruptibleSignal());
  const isDone = status < 300;
  issue.state = {
    status: issue.state.status ?? (isDone ? change.status : undefined),
    priority: issue.state.priority ?? (isDone ? change.priority : undefined),
  };
}

/** Says how the issue was left, and where it could not be put back, how to do that. */
function reportState(session: Session, { original, state, path, comments }: TestIssue): void {
  const { issueNumber, status, priority } = original;
  const name = `Issue ${issueNumber} of ${session.projectId}`;
  const was = `status ${status}, priority ${priority}`;
  const kept = describeComments(comments);
  if (state.status === status && state.priority === priority) {
    session.restored = `${name} is as it was: ${was}.${kept}`;
    return;
  }
  const now = `status ${state.status ?? 'unknown'}, priority ${state.priority ?? 'unknown'}`;
  const change = `PATCH ${path} ${JSON.stringify({ status, priority })}`;
  session.restored = undefined;
  session.warnings.push(
    `${name} could not be put back. It was: ${was}. It is now: ${now}.${kept} Please set it back in the dashboard, or with ${change}.`,
  );
}

/** Describes the comments, which can't be undone. */
function describeComments({ added, perhaps }: TestIssue['comments']): string {
  const more = perhaps > 0 ? `, and perhaps ${perhaps} more` : '';
  return added + perhaps === 0 ? '' : ` It keeps ${pluralize(added, 'comment')} of this run${more}.`;
}

/** A signal of its own, because the run's may have aborted. */
function uninterruptibleSignal(): AbortSignal {
  return new AbortController().signal;
}
