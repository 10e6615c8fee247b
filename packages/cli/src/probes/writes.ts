import type { Readings } from '@issue-tracking/mock';
import { isText, itemOf } from '../findings/json.ts';
import type { Exchange } from '../service/service.ts';
import { refusal } from './issue-list.ts';
import { newComments } from './new-comments.ts';
import { type Change, ScratchIssue } from './scratch-issue.ts';
import { errorText, type ProbeGroup, type Session } from './session.ts';

/** What can be seen only by writing, on the issue that was named. */
export const writes: ProbeGroup = {
  title: 'writes to the named issue',
  rules: ['GEN-3', 'STA-3', 'STA-4', 'STA-5', 'STA-6', 'EP-9', 'EP-10', 'EP-12', 'ERR-2', 'ERR-4'],
  readings: [
    'transitions',
    'priorityUpdatedAt',
    'emptyUpdate',
    'unknownMembers',
    'statusRefusal',
    'commentStatus',
    'apiAuthorName',
    'commentText',
    'blankComment',
    'readLag',
  ],
  async run(session) {
    if (!session.scratch) return;
    const issue = await ScratchIssue.open(session);
    try {
      await changes(session, issue);
      await refusedBodies(session, issue);
      await refusedStatuses(session, issue);
      await moves(session, issue);
      await newComments(session, issue);
    } finally {
      await issue.putBack();
    }
  },
};

async function changes(session: Session, issue: ScratchIssue): Promise<void> {
  const { service, findings } = session;
  const { priority } = issue.original;
  const other = priority === 'low' ? 'medium' : 'low';
  const before = issue.updatedAt;
  const changed = await issue.change({ priority: other });
  const shown = await service.get(issue.path);
  answered(session, issue, changed, { priority: other });
  const atOnce = itemOf(shown)['priority'] === other;
  if (changed.status === 200 && !atOnce) {
    const later = await issue.readUntil((seen) => seen['priority'] === other);
    findings.check('EP-9', later !== undefined, shown, `the priority is still ${itemOf(shown)['priority']}`);
    findings.leave('readLag', 'a read right after a write did not show it; how long it takes was not measured', shown);
  } else if (changed.status === 200) findings.decide('readLag', 0, changed, shown);
  const after = itemOf(changed)['updatedAt'];
  if (changed.status === 200 && isText(after) && isText(before))
    findings.decide('priorityUpdatedAt', after > before ? 'moves' : 'stays', changed);
  else findings.leave('priorityUpdatedAt', `the change was answered ${changed.status}`, changed);
  await issue.change({ priority });
}

/** What a PATCH answers that was accepted. */
function answered({ findings }: Session, issue: ScratchIssue, exchange: Exchange, asked: Change): void {
  if (!findings.shape('EP-9', 'issues.update', exchange)) return;
  const { issueNumber, ...data } = itemOf(exchange);
  findings.check('EP-9', issueNumber === issue.issueNumber, exchange, `the answer is of issue ${issueNumber}`);
  for (const [member, value] of Object.entries(asked)) {
    findings.check(
      'EP-9',
      data[member] === value,
      exchange,
      `${member} is ${JSON.stringify(data[member])} in the answer`,
    );
  }
}

async function refusedBodies(session: Session, issue: ScratchIssue): Promise<void> {
  const { findings, goal } = session;
  const { priority } = issue.original;
  if (goal === 'readings') {
    const empty = await issue.change({});
    decideBy('emptyUpdate', empty, 'accept', 'reject');
    const unknown = await issue.change({ priority, qzxvk: 1 });
    decideBy('unknownMembers', unknown, 'ignore', 'reject');
    return;
  }
  const bad = await issue.change({ status: 'qzxvk' });
  findings.check('EP-10', bad.status === 400, bad, 'a status that v1 does not know was not refused');
  refusal(session, bad, 'status');
  const names = bad.text.includes('in_progress') && bad.text.includes('fix_submitted');
  findings.check('EP-10', bad.status !== 400 || names, bad, 'the values it may have are not named');
  const untyped = await issue.send(JSON.stringify({ priority }), 'text/plain');
  findings.check('GEN-3', untyped.status === 400, untyped, 'a body that is said to be no JSON was not refused');
  const broken = await issue.send('{"priority":', 'application/json');
  findings.check('ERR-4', broken.status === 400, broken, 'a body that is no JSON was not refused');

  function decideBy<Name extends 'emptyUpdate' | 'unknownMembers'>(
    name: Name,
    exchange: Exchange,
    accepted: Readings[Name],
    refused: Readings[Name],
  ): void {
    if (exchange.status === 200) findings.decide(name, accepted, exchange);
    else if (exchange.status === 400) findings.decide(name, refused, exchange);
    else findings.leave(name, `answered ${exchange.status}`, exchange);
  }
}

async function refusedStatuses({ findings }: Session, issue: ScratchIssue): Promise<void> {
  const refused: Exchange[] = [];
  for (const [status, rule] of [
    ['verified', 'STA-5'],
    ['closed', 'STA-6'],
  ] as const) {
    const exchange = await issue.change({ status });
    const isRefused = exchange.status >= 400 && exchange.status < 500;
    findings.check(rule, isRefused, exchange, `a caller of the API set ${status}`);
    if (!isRefused) {
      findings.leave('statusRefusal', `${status} was answered ${exchange.status}`, exchange);
      // The other would be set too: the issue has been through enough.
      await issue.putBack();
      return;
    }
    refused.push(exchange);
  }
  const [verified, closed] = refused as [Exchange, Exchange];
  if (verified.status !== closed.status)
    return findings.leave(
      'statusRefusal',
      `verified was answered ${verified.status}, closed ${closed.status}`,
      ...refused,
    );
  const { status } = verified;
  const [text, other] = refused.map(errorText);
  const details = refused.every(({ json }) => Array.isArray(Object(json).details));
  // Texts that differ name the status, as the mock's own do.
  const isOwn = text !== other || (details && text === 'Invalid input');
  findings.decide(
    'statusRefusal',
    { status, ...(!isOwn && text && { error: text }), ...(details && { details }) },
    ...refused,
  );
}

/** To another status and back. From which to which statuses there is a way stays open: to try all would risk the issue. */
async function moves(session: Session, issue: ScratchIssue): Promise<void> {
  const { findings, goal } = session;
  const from = issue.original.status;
  const before = issue.updatedAt ?? '';
  const to = from === 'in_progress' ? 'open' : 'in_progress';
  const moved = await issue.change({ status: to });
  if (moved.status >= 400 && moved.status < 500) {
    findings.leave(
      'transitions',
      `${from} → ${to} was refused; not all moves were tried, so that the issue can be put back`,
      moved,
    );
    return;
  }
  findings.check('STA-3', moved.status === 200, moved, `${from} → ${to} was answered ${moved.status}`);
  answered(session, issue, moved, { status: to });
  const { status, updatedAt } = itemOf(moved);
  findings.check(
    'STA-4',
    status === to && String(updatedAt) > before,
    moved,
    `status is ${status}, and updatedAt was ${before}`,
  );
  if (goal === 'rules') await statusIsKept(session, issue, to);
  const back = await issue.change({ status: from });
  const way = back.status === 200 ? 'and back, were accepted' : 'was accepted, the way back refused';
  findings.leave(
    'transitions',
    `${from} → ${to}, ${way}; not all moves were tried, and none from verified or closed can be`,
    moved,
    back,
  );
}

async function statusIsKept({ findings, service }: Session, issue: ScratchIssue, status: string): Promise<void> {
  const shown = await service.get(issue.path);
  if (itemOf(shown)['status'] === status) return;
  const later = await issue.readUntil((seen) => seen['status'] === status);
  const why = `the answer said ${status}, and the issue is still ${itemOf(shown)['status']}`;
  findings.check('STA-3', later !== undefined, shown, why);
}
