import { settableStatuses } from '@issue-tracking/model';
import { entriesOf, isText, itemOf } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';
import { checked } from './confirmed.ts';
import { changeAndLook, experiment } from './experiment.ts';
import { priorityAlone, zone } from './priority-change.ts';
import type { Change, ScratchIssue } from './scratch-issue.ts';
import type { Session } from './session.ts';

/**
 * To each status that can be set, and at last back. After the first move that is refused no other is tried: which
 * statuses may follow which is open (GAP-4), and the issue has to come back.
 */
export async function statusChanges(session: Session, issue: ScratchIssue): Promise<void> {
  const { status, priority } = issue.original;
  const others = settableStatuses.filter((other) => other !== status);
  for (const [at, to] of [...others, status].entries()) {
    // Once both together.
    const change = at === 1 ? { status: to, priority: priority === 'high' ? 'low' : 'high' } : { status: to };
    if (!(await move(session, issue, change))) return;
    if (at > 0) continue;
    await isListed(session, issue);
    // In a second status: a service may set one of its own.
    await priorityAlone(session, issue, to);
  }
}

/** Whether the move was made. */
async function move(session: Session, issue: ScratchIssue, change: Change): Promise<boolean> {
  const { findings } = session;
  const place = ['EP-9', change.priority === undefined ? 'status' : 'both'] as const;
  let isMade = false;
  const away = settableStatuses.find((status) => status !== change.status) ?? 'open';
  await experiment(session, async (time) => {
    // A move to where the issue is already would show nothing.
    if (time > 1) await issue.reset({ status: away, priority: issue.original.priority }, 'priority');
    if (issue.state.status === change.status) {
      findings.leaveOpen(
        ['STA-4', 'updatedAt'],
        `the issue could not be moved away from ${change.status} to try again`,
      );
      return undefined;
    }
    const known = issue.state;
    const before = issue.updatedAt;
    // Two changes at the same millisecond may have the same time; the next trial is later.
    const times = new Set(issue.times);
    const changed = await issue.change(change);
    if (changed.status >= 400 && changed.status < 500) {
      const why = `${known.status} → ${change.status} was refused, which stays open`;
      findings.leaveOpen(['STA-3', 'moves'], why);
      findings.leaveOpen(['STA-4', 'response'], why);
      findings.leaveOpen(place, why);
      return undefined;
    }
    isMade = findings.succeeded(place, changed);
    if (!isMade) return undefined;
    zone(session, changed, 'updatedAt', before);
    const { checks, isDisturbed, shown } = await changeAndLook(
      session,
      issue,
      { changed, asked: change, known },
      place,
    );
    const { status, updatedAt } = itemOf(changed);
    const name = String(change.status);
    const isSet = itemOf(shown)['status'] === change.status;
    const why = `the issue is ${itemOf(shown)['status']} after ${name} was accepted`;
    // A read may show an earlier time of the same status (GAP-57).
    const isNew = (exchange: Exchange) => !times.has(String(itemOf(exchange)['updatedAt']));
    const later = isSet && !isNew(shown) ? await issue.readUntil(issue.path, isNew) : shown;
    const isMoved = !isSet || isNew(later) || times.has(String(updatedAt));
    return {
      isDisturbed,
      checks: [
        ...checks,
        checked(['STA-3', 'moves'], isSet, shown, why, name),
        checked(['STA-4', 'response'], status === change.status, changed, `the response says ${status}`, name),
        checked(
          ['STA-4', 'updatedAt'],
          isText(updatedAt) && !times.has(updatedAt),
          changed,
          `updatedAt is ${updatedAt}, as before`,
          name,
        ),
        checked(
          ['STA-4', 'updatedAt'],
          isMoved,
          later,
          `updatedAt was ${updatedAt} in the response, and is ${itemOf(later)['updatedAt']}, as before, in the issue`,
          name,
        ),
      ],
    };
  });
  return isMade;
}

/** The list shows the change, too, as soon as a read that is behind has caught up (GAP-57). */
async function isListed(session: Session, issue: ScratchIssue): Promise<void> {
  const { findings } = session;
  const { state, updatedAt } = issue;
  const itemIn = (list: Exchange) =>
    entriesOf(list).find(({ issueNumber }) => issueNumber === issue.original.issueNumber) ?? state;
  const isShown = (list: Exchange) => itemIn(list).status === state.status && itemIn(list).priority === state.priority;
  if (state.status === undefined || state.priority === undefined) return;
  const list = await issue.readUntil(session.project('?limit=100'), isShown);
  if (list.status !== 200) return;
  const now = itemOf(await issue.read());
  // Somebody else may have changed it, before or after the list was read.
  if (now['status'] !== state.status || now['priority'] !== state.priority || now['updatedAt'] !== updatedAt) return;
  const why = `the issue is ${state.status}, ${state.priority}, and ${itemIn(list).status}, ${itemIn(list).priority} in the list`;
  findings.check(['EP-9', 'status'], isShown(list), list, why, 'in the list');
}
