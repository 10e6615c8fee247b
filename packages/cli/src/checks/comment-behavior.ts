import { isText, itemOf } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';
import { markedComment } from './new-comments.ts';
import type { Session } from './session.ts';
import type { TestIssue } from './test-issue.ts';

/** Decides how the service stores a comment, which author it shows, and whether it accepts a blank comment. */
export async function commentBehavior(session: Session, issue: TestIssue): Promise<void> {
  const { findings, organization } = session;
  // A comment in the same clock tick as the previous change could get the same time.
  await session.service.pause(1100);
  const before = issue.updatedAt;
  const added = await issue.comment(JSON.stringify({ content: markedComment }));
  if (added.status === 200 || added.status === 201) {
    const shown = await issue.read();
    const isMoved = itemOf(shown)['updatedAt'] !== before;
    if (findings.behavior.readLag === 0) findings.decide('commentUpdatesIssue', isMoved, added, shown);
    else
      findings.leaveUndecided(
        'commentUpdatesIssue',
        'readLag is not 0, so a read may show an earlier updatedAt',
        added,
        shown,
      );
    const { content, authorName } = itemOf(added);
    findings.decide('commentStatus', added.status, added);
    decideCommentText(findings, content, added);
    if (!isText(authorName)) findings.leaveUndecided('apiAuthorName', 'the created comment has no authorName', added);
    else findings.decide('apiAuthorName', asTemplate(authorName, organization?.name), added);
  } else {
    for (const name of ['commentStatus', 'commentText', 'commentUpdatesIssue', 'apiAuthorName'] as const)
      findings.leaveUndecided(name, `a comment returned ${added.status}, not 200 or 201`, added);
  }
  const blank = await issue.comment(JSON.stringify({ content: ' \n ' }));
  if (blank.status === 200 || blank.status === 201) findings.decide('blankComment', 'accept', blank);
  else if (blank.status === 400 && findings.behavior.commentText === 'trimmed')
    findings.leaveUndecided('blankComment', 'commentText is trimmed, so a blank comment is rejected as empty', blank);
  else if (blank.status === 400) findings.decide('blankComment', 'reject', blank);
  else findings.leaveUndecided('blankComment', `a blank comment returned ${blank.status}`, blank);
}

/** Replaces the name of the organization by a placeholder if the name is a separate word. */
function asTemplate(author: string, organization: string | undefined): string {
  const at = organization ? author.indexOf(organization) : -1;
  if (at < 0 || !organization) return author;
  const around = [author[at - 1], author[at + organization.length]];
  const isWord = around.every((character) => character === undefined || !/[\p{L}\p{N}]/u.test(character));
  return isWord ? author.replace(organization, () => '{organization}') : author;
}

function decideCommentText(findings: Session['findings'], content: unknown, exchange: Exchange): void {
  const text = isText(content) ? content : '';
  const forms = {
    verbatim: markedComment,
    trimmed: markedComment.trim(),
    lf: markedComment.replaceAll('\r\n', '\n'),
    nfc: markedComment.normalize('NFC'),
  } as const;
  const [form] = Object.entries(forms).find(([, expected]) => expected === text) ?? [];
  if (form) findings.decide('commentText', form as keyof typeof forms, exchange);
  else if (!text.includes('<') && unescaped(text) === markedComment)
    findings.decide('commentText', 'escaped', exchange);
  else
    findings.leaveUndecided(
      'commentText',
      'the stored text differs from the sent one in a way that no option matches',
      exchange,
    );
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hexadecimal, name) => {
    if (name) return entities[name] ?? entity;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16));
  });
}
