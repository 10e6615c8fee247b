import { settableStatuses } from '@issue-tracking/model';
import { isText, itemOf } from '../platform/json.ts';
import { pluralize } from '../platform/pluralize.ts';
import { EndedEarly } from '../service/ended-early.ts';
import type { Session } from './session.ts';
import { type Change, readLagDelays, type TestIssue } from './test-issue.ts';

/**
 * Restores status and priority, even if the run must end, and verifies both. If the service rejects the direct transition, tries
 * other statuses. Warns the user if the issue can't be restored.
 */
export async function restoreIssue(session: Session, issue: TestIssue): Promise<void> {
  try {
    await restoreBoth(issue);
    await readState(session, issue);
    await restoreBoth(issue);
    const { status, priority } = issue.state;
    if (status === undefined || priority === undefined) await readState(session, issue);
  } catch (error) {
    if (!(error instanceof EndedEarly)) throw error;
  } finally {
    reportState(session, issue);
  }
}

async function restoreBoth(issue: TestIssue): Promise<void> {
  const { priority } = issue.original;
  if (issue.state.priority !== priority) await applyChange(issue, { priority });
  await restoreStatus(issue);
}

/** Reads the state, because responses to changes may be wrong. Reads again if the service lags behind. */
async function readState({ service, clock }: Session, issue: TestIssue): Promise<void> {
  const known = issue.state;
  for (const ms of [0, ...readLagDelays]) {
    await clock.sleep(ms);
    const exchange = await service.request({ path: issue.path }, uninterruptibleSignal());
    const { status, priority } = itemOf(exchange);
    if (exchange.status !== 200 || !isText(status) || !isText(priority)) return;
    issue.state = { status, priority };
    if (status === (known.status ?? status) && priority === (known.priority ?? priority)) return;
  }
}
/** Tries the direct transition to the original status, then transitions by other statuses. */
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

/** Sends a change even if the run must end. Until the issue is read, an accepted change is assumed to be applied. */
async function applyChange(issue: TestIssue, change: Change): Promise<void> {
  const { status } = await issue.change(change, uninterruptibleSignal());
  const isDone = status < 300;
  issue.state = {
    status: issue.state.status ?? (isDone ? change.status : undefined),
    priority: issue.state.priority ?? (isDone ? change.priority : undefined),
  };
}

/** Reports the state of the issue. If the issue was not restored, says how to do that. */
function reportState(session: Session, { original, state, path, comments }: TestIssue): void {
  const { issueNumber, status, priority } = original;
  const name = `Issue ${issueNumber} of ${session.serviceData.projectId}`;
  const was = `status ${status}, priority ${priority}`;
  const kept = describeComments(comments);
  if (state.status === status && state.priority === priority) {
    session.restored = `${name} is restored: ${was}.${kept}`;
    return;
  }
  const now = `status ${state.status ?? 'unknown'}, priority ${state.priority ?? 'unknown'}`;
  const change = `PATCH ${path} ${JSON.stringify({ status, priority })}`;
  session.restored = undefined;
  session.warnings.push(
    `${name} could not be restored. It was: ${was}. It is now: ${now}.${kept} Please restore it in the dashboard, or with ${change}.`,
  );
}

/** Describes the comments, which can't be deleted. */
function describeComments({ added, perhaps }: TestIssue['comments']): string {
  const more = perhaps > 0 ? `, and perhaps ${perhaps} more` : '';
  return added + perhaps === 0 ? '' : ` It keeps ${pluralize(added, 'comment')} of this run${more}.`;
}

/** Returns a new signal, because the run's signal may be aborted. */
function uninterruptibleSignal(): AbortSignal {
  return new AbortController().signal;
}
