import type { Readings } from '@issue-tracking/mock/core';
import { entriesOf, isText, itemOf } from '../findings/json.ts';
import type { Exchange } from '../service/service.ts';
import { refusal } from './issue-list.ts';
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
      await comments(session, issue);
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
  const { findings, service } = session;
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
  const shown = await service.get(issue.path);
  if (itemOf(shown)['status'] !== to) {
    const later = await issue.readUntil((seen) => seen['status'] === to);
    findings.check(
      'STA-3',
      later !== undefined,
      shown,
      `the answer said ${to}, and the issue is still ${itemOf(shown)['status']}`,
    );
  }
  const back = await issue.change({ status: from });
  const way = back.status === 200 ? 'and back, were accepted' : 'was accepted, the way back refused';
  findings.leave(
    'transitions',
    `${from} → ${to}, ${way}; not all moves were tried, and none from verified or closed can be`,
    moved,
    back,
  );
}

/** Every change that a service may make to a text would show in it. */
const marked = ' issue-tracking: a probe of this API, to be ignored. <b>&amp;</b>\r\ne\u0301 ';

async function comments(session: Session, issue: ScratchIssue): Promise<void> {
  const { findings, service, goal, organization } = session;
  const added = await issue.comment({ content: marked });
  const isCreated = added.status === 200 || added.status === 201;
  findings.check('EP-12', isCreated, added, `answered ${added.status}`);
  if (isCreated) {
    const { content, id, authorName } = itemOf(added);
    findings.check('EP-12', isText(id) && isText(content), added, 'the answer is not the comment');
    const list = await service.get(`${issue.path}/comments`);
    const isListed = (exchange: Exchange) => entriesOf(exchange).some((comment) => comment['id'] === id);
    const isCapped = Number(Object(list.json).total) > entriesOf(list).length;
    if (!isListed(list) && !isCapped) {
      const later = await issue.readUntil(() => true, isListed);
      findings.check('EP-12', later !== undefined, list, 'the comment is not in the list');
    }
    if (added.status === 200 || added.status === 201) findings.decide('commentStatus', added.status, added);
    stored(session, content, added);
    if (!isText(authorName)) findings.leave('apiAuthorName', 'the comment has no author', added);
    else findings.decide('apiAuthorName', asTemplate(authorName, organization?.name), added);
  }
  if (goal === 'readings') {
    const blank = await issue.comment({ content: ' \n ' });
    if (blank.status === 200 || blank.status === 201) findings.decide('blankComment', 'accept', blank);
    else if (blank.status === 400) findings.decide('blankComment', 'reject', blank);
    else findings.leave('blankComment', `answered ${blank.status}`, blank);
  } else {
    const empty = await issue.comment({});
    findings.check('EP-12', empty.status === 400, empty, 'a comment without its content was not refused');
    refusal(session, empty, 'content');
  }
}

/** The name of the organization, where it stands as a word of its own. */
function asTemplate(author: string, organization: string | undefined): string {
  const at = organization ? author.indexOf(organization) : -1;
  if (at < 0 || !organization) return author;
  const around = [author[at - 1], author[at + organization.length]];
  const isWord = around.every((character) => character === undefined || !/[\p{L}\p{N}]/u.test(character));
  return isWord ? author.replace(organization, '{organization}') : author;
}

function stored({ findings }: Session, content: unknown, exchange: Exchange): void {
  const text = isText(content) ? content : '';
  const forms = {
    verbatim: marked,
    trimmed: marked.trim(),
    lf: marked.replaceAll('\r\n', '\n'),
    nfc: marked.normalize('NFC'),
  } as const;
  const [form] = Object.entries(forms).find(([, expected]) => expected === text) ?? [];
  if (form) findings.decide('commentText', form as keyof typeof forms, exchange);
  else if (!text.includes('<') && unescaped(text) === marked) findings.decide('commentText', 'escaped', exchange);
  else findings.leave('commentText', 'the text was changed in a way that is none of the choices', exchange);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hexadecimal, name) => {
    if (name) return entities[name] ?? entity;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16));
  });
}
