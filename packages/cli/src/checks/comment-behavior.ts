import { isText, itemOf } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';
import { markedComment } from './new-comments.ts';
import type { Session } from './session.ts';
import type { TestIssue } from './test-issue.ts';

/** Decides the status of a new comment, and how the service stores its text. */
export async function commentBehavior({ findings }: Session, issue: TestIssue): Promise<void> {
  const added = await issue.comment(JSON.stringify({ content: markedComment }));
  if (added.status === 200 || added.status === 201) {
    findings.decide('commentStatus', added.status, added);
    decideCommentText(findings, itemOf(added)['content'], added);
  } else {
    for (const name of ['commentStatus', 'commentText'] as const)
      findings.leaveUndecided(name, `a comment returned ${added.status}, not 200 or 201`, added);
  }
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
