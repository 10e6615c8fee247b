import { isText, itemOf } from '../platform/json.ts';
import { EndedEarly } from '../service/ended-early.ts';
import { type Exchange, isFailure } from '../service/exchange.ts';
import { checkChange, confirmWrites } from './confirm-writes.ts';
import { checkScopeError } from './projects.ts';
import type { Session } from './session.ts';
import type { TestIssue } from './test-issue.ts';

const withCharset = 'application/json; charset=utf-8';

/** Changes the priority and restores it. As the run's first write, this shows whether the credential may write. */
export async function checkPriorityChange(session: Session, issue: TestIssue): Promise<void> {
  await checkPriorityAlone(session, issue, issue.original.status, (requested, time) =>
    time === 1 ? sendFirstChange(session, issue, requested) : issue.change(requested),
  );
}

/** Changes the priority while the issue has a given status, and restores it. */
export async function checkPriorityAlone(
  session: Session,
  issue: TestIssue,
  status: string,
  send: (requested: { priority: string }, time: number) => Promise<Exchange> = (requested) => issue.change(requested),
): Promise<void> {
  const { findings } = session;
  const { priority } = issue.original;
  const others = ['low', 'medium', 'high'].filter((other) => other !== priority);
  const rulePart = ['EP-9', 'priority'] as const;
  await confirmWrites(session, async (time) => {
    const requested = { priority: others[time % 2] ?? priority };
    if (time > 1) await issue.reset({ status, priority }, 'status');
    const last = issue.updatedAt;
    const known = issue.state;
    const changed = await send(requested, time);
    if (!findings.checkSuccess(rulePart, changed)) return undefined;
    findings.check(['GEN-1', 'writes'], true, changed, '', 'PATCH');
    findings.check(['AUTH-5', 'writes'], true, changed, '', 'PATCH');
    checkTimeZone(session, changed, 'updatedAt', last);
    return checkChange(session, issue, { changed, requested, known }, rulePart, ` in ${status}`);
  });
  if (issue.state.priority !== priority) await issue.change({ priority });
}

/** Sends the first change with a charset. @throws EndedEarly if the credential may not write. */
async function sendFirstChange(session: Session, issue: TestIssue, requested: { priority: string }): Promise<Exchange> {
  const { findings } = session;
  const changed = await issue.change(requested, withCharset);
  if (isFailure(changed)) return changed;
  if (changed.status === 403) {
    checkScopeError(findings, changed);
    throw new EndedEarly('the credential lacks the scope issues:write; nothing was changed');
  }
  if (changed.status < 300) {
    findings.check(['GEN-3', 'charset'], true, changed, '', 'utf-8');
    return changed;
  }
  const plain = await issue.change(requested);
  if (plain.status < 300)
    findings.markInconclusive(
      ['GEN-3', 'charset'],
      `a charset returned ${changed.status}, which the specification leaves open`,
    );
  return plain;
}

const minute = 60_000;

// GEN-4
/** Checks that a new time is in UTC. Other zones differ from UTC by multiples of 15 minutes, up to 14 hours. */
export function checkTimeZone(
  { findings, clock }: Session,
  written: Exchange,
  member: 'updatedAt' | 'createdAt',
  last?: string,
): void {
  const time = itemOf(written)[member];
  if (time === last) return;
  const date = Date.parse(written.headers.get('date') ?? '');
  const now = Number.isNaN(date) ? (clock.date?.() ?? clock.now()) : date;
  const off = isText(time) ? Date.parse(time) - now : Number.NaN;
  const rulePart = ['GEN-4', 'zone'] as const;
  // If the previous time is in the future, the service may count on from that time. Allow a minute: `Date` has whole seconds.
  if (Number.isNaN(off) || Date.parse(last ?? '') > now + minute) {
    findings.markInconclusive(rulePart, 'the issue has times in the future');
    return;
  }
  const rest = Math.abs(off) % (15 * minute);
  const isFar = Math.abs(off) > 20 * minute && Math.abs(off) < 15 * 60 * minute;
  const isOther = isFar && Math.min(rest, 15 * minute - rest) < 2 * minute;
  findings.check(
    rulePart,
    !isOther,
    written,
    `the time differs from that of the response by ${Math.round(off / minute)} minutes`,
  );
}
