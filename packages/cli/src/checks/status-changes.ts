import { settableStatuses } from '@issue-tracking/model';
import { entriesOf, isText, itemOf } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';
import { checkResult } from './confirm-reads.ts';
import { checkChange, confirmWrites } from './confirm-writes.ts';
import { checkPriorityAlone, checkTimeZone } from './priority-change.ts';
import type { Session } from './session.ts';
import type { Change, TestIssue } from './test-issue.ts';

/**
 * Checks transitions to each settable status, and finally back. Stops at the first rejected transition: the specification
 * leaves open which transitions are allowed (GAP-4), and the issue must be restored.
 */
export async function checkStatusChanges(session: Session, issue: TestIssue): Promise<void> {
  const { status, priority } = issue.original;
  const others = settableStatuses.filter((other) => other !== status);
  for (const [at, to] of [...others, status].entries()) {
    // Change status and priority together once.
    const change = at === 1 ? { status: to, priority: priority === 'high' ? 'low' : 'high' } : { status: to };
    if (!(await checkMove(session, issue, change))) return;
    if (at > 0) continue;
    await checkListed(session, issue);
    // Also change the priority in another status than the original: a service may wrongly set a fixed status with each change.
    await checkPriorityAlone(session, issue, to);
  }
}

/** Checks a transition. Resolves to whether the service accepted it. */
async function checkMove(session: Session, issue: TestIssue, change: Change): Promise<boolean> {
  const { findings } = session;
  const rulePart = ['EP-9', change.priority === undefined ? 'status' : 'both'] as const;
  let isMade = false;
  const away = settableStatuses.find((status) => status !== change.status) ?? 'open';
  await confirmWrites(session, async (time) => {
    // A transition to the current status would show nothing.
    if (time > 1) await issue.reset({ status: away, priority: issue.original.priority }, 'priority');
    if (issue.state.status === change.status) {
      findings.markInconclusive(
        ['STA-4', 'updatedAt'],
        `the issue could not leave ${change.status} for another attempt`,
      );
      return undefined;
    }
    const known = issue.state;
    const before = issue.updatedAt;
    // Two changes within one millisecond may get the same time. If so, the next attempt gets a later time.
    const times = new Set(issue.times);
    const changed = await issue.change(change);
    if (changed.status >= 400 && changed.status < 500) {
      const why = `${known.status} → ${change.status} was rejected, which the specification leaves open`;
      findings.markInconclusive(['STA-3', 'moves'], why);
      findings.markInconclusive(['STA-4', 'response'], why);
      findings.markInconclusive(rulePart, why);
      return undefined;
    }
    isMade = findings.checkSuccess(rulePart, changed);
    if (!isMade) return undefined;
    checkTimeZone(session, changed, 'updatedAt', before);
    const { checks, isDisturbed, shown } = await checkChange(
      session,
      issue,
      { changed, requested: change, known },
      rulePart,
    );
    const { status, updatedAt } = itemOf(changed);
    const name = String(change.status);
    const isSet = itemOf(shown)['status'] === change.status;
    const why = `the issue is ${itemOf(shown)['status']} after ${name} was accepted`;
    // A lagging read may show an earlier time (GAP-57).
    const isNew = (exchange: Exchange) => !times.has(String(itemOf(exchange)['updatedAt']));
    const later = isSet && !isNew(shown) ? await issue.readUntil(issue.path, isNew) : shown;
    const isMoved = !isSet || isNew(later) || times.has(String(updatedAt));
    return {
      isDisturbed,
      checks: [
        ...checks,
        checkResult(['STA-3', 'moves'], isSet, shown, why, name),
        checkResult(['STA-4', 'response'], status === change.status, changed, `the response says ${status}`, name),
        checkResult(
          ['STA-4', 'updatedAt'],
          isText(updatedAt) && !times.has(updatedAt),
          changed,
          `updatedAt is still ${updatedAt}`,
          name,
        ),
        checkResult(
          ['STA-4', 'updatedAt'],
          isMoved,
          later,
          `updatedAt is ${updatedAt} in the response, but still ${itemOf(later)['updatedAt']} in the issue`,
          name,
        ),
      ],
    };
  });
  return isMade;
}

/** Checks that the list shows the change, after a possible lag (GAP-57). */
async function checkListed(session: Session, issue: TestIssue): Promise<void> {
  const { findings } = session;
  const { state, updatedAt } = issue;
  const itemIn = (list: Exchange) =>
    entriesOf(list).find(({ issueNumber }) => issueNumber === issue.original.issueNumber) ?? state;
  const isShown = (list: Exchange) => itemIn(list).status === state.status && itemIn(list).priority === state.priority;
  if (state.status === undefined || state.priority === undefined) return;
  const list = await issue.readUntil(session.project('?limit=100'), isShown);
  if (list.status !== 200) return;
  const now = itemOf(await issue.read());
  // Another user may have changed the issue before or after the list was read.
  if (now['status'] !== state.status || now['priority'] !== state.priority || now['updatedAt'] !== updatedAt) return;
  const why = `the issue is ${state.status}, ${state.priority}, but ${itemIn(list).status}, ${itemIn(list).priority} in the list`;
  findings.check(['EP-9', 'status'], isShown(list), list, why, 'in the list');
}
