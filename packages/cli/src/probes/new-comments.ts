import { entriesOf, isText, itemOf } from '../findings/json.ts';
import type { Exchange } from '../service/service.ts';
import { refusal } from './issue-list.ts';
import type { ScratchIssue } from './scratch-issue.ts';
import type { Session } from './session.ts';

/** Every change that a service may make to a text would show in it. */
const marked = ' issue-tracking: a probe of this API, to be ignored. <b>&amp;</b>\r\ne\u0301 ';

/** Adds a comment to the named issue, and one that is refused or blank. */
export async function newComments(session: Session, issue: ScratchIssue): Promise<void> {
  const { findings, goal, organization } = session;
  const added = await issue.comment({ content: marked });
  const isCreated = added.status === 200 || added.status === 201;
  findings.check('EP-12', isCreated, added, `answered ${added.status}`);
  if (isCreated) {
    const { content, id, authorName } = itemOf(added);
    findings.check('EP-12', isText(id) && isText(content), added, 'the answer is not the comment');
    if (goal === 'rules') await commentIsListed(session, issue, id);
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

async function commentIsListed({ findings, service }: Session, issue: ScratchIssue, id: unknown): Promise<void> {
  const list = await service.get(`${issue.path}/comments`);
  const isListed = (exchange: Exchange) => entriesOf(exchange).some((comment) => comment['id'] === id);
  const isCapped = Number(Object(list.json).total) > entriesOf(list).length;
  if (isListed(list) || isCapped) return;
  const later = await issue.readUntil(() => true, isListed);
  findings.check('EP-12', later !== undefined, list, 'the comment is not in the list');
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
