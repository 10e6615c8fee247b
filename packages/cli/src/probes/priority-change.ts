import { isText, itemOf } from '../platform/json.ts';
import { type Exchange, isFailure } from '../service/service.ts';
import { Stopped } from '../service/stopped.ts';
import { changeAndLook, experiment } from './experiment.ts';
import { scopeRefusal } from './projects.ts';
import type { ScratchIssue } from './scratch-issue.ts';
import type { Session } from './session.ts';

const withCharset = 'application/json; charset=utf-8';

/** Changes the priority, and back. The first write of a run: it shows whether the credential may write at all. */
export async function priorityChange(session: Session, issue: ScratchIssue): Promise<void> {
  const { findings } = session;
  const { priority } = issue.original;
  const others = ['low', 'medium', 'high'].filter((other) => other !== priority);
  const place = ['EP-9', 'priority'] as const;
  await experiment(session, async (time) => {
    const asked = { priority: others[time % 2] ?? priority };
    if (time > 1) await issue.reset(issue.original, 'status');
    const last = issue.updatedAt;
    const known = issue.state;
    const changed = time === 1 ? await first(session, issue, asked) : await issue.change(asked);
    if (!findings.succeeded(place, changed)) return undefined;
    findings.check(['GEN-1', 'writes'], true, changed, '', 'PATCH');
    findings.check(['AUTH-5', 'writes'], true, changed, '', 'PATCH');
    if (itemOf(changed)['updatedAt'] !== last) zone(session, changed, last);
    return changeAndLook(session, issue, { changed, asked, known }, place);
  });
  if (issue.state.priority !== priority) await issue.change({ priority });
}

/** The first change says its charset too. @throws Stopped when the credential may not write. */
async function first(session: Session, issue: ScratchIssue, asked: { priority: string }): Promise<Exchange> {
  const { findings } = session;
  const changed = await issue.change(asked, withCharset);
  if (isFailure(changed)) return changed;
  if (changed.status === 403) {
    scopeRefusal(findings, changed);
    throw new Stopped('The credential lacks the scope issues:write: nothing was changed');
  }
  if (changed.status < 300) {
    findings.check(['GEN-3', 'charset'], true, changed, '', 'utf-8');
    return changed;
  }
  const plain = await issue.change(asked);
  if (plain.status < 300)
    findings.check(
      ['GEN-3', 'charset'],
      false,
      changed,
      `it was answered ${changed.status}, and 200 without a charset`,
    );
  return plain;
}

const minute = 60_000;

// GEN-4
/** A time of another zone is off by whole quarters of an hour, and by 14 hours at most. */
export function zone({ findings, clock }: Session, changed: Exchange, last: string | undefined): void {
  const { updatedAt } = itemOf(changed);
  const date = Date.parse(changed.headers.get('date') ?? '');
  const now = Number.isNaN(date) ? (clock.date?.() ?? clock.now()) : date;
  const off = isText(updatedAt) ? Date.parse(updatedAt) - now : Number.NaN;
  const place = ['GEN-4', 'zone'] as const;
  // It may go on from there.
  if (Number.isNaN(off) || Date.parse(last ?? '') > now) {
    findings.leaveOpen(place, 'its times are in the future');
    return;
  }
  const rest = Math.abs(off) % (15 * minute);
  const isFar = Math.abs(off) > 20 * minute && Math.abs(off) < 15 * 60 * minute;
  const isOther = isFar && Math.min(rest, 15 * minute - rest) < 2 * minute;
  findings.check(place, !isOther, changed, `it is ${Math.round(off / minute)} minutes from the time of the response`);
}
