import { describeProblems } from '../findings/schema-comparison.ts';
import { entriesOf, isText, itemOf } from '../platform/json.ts';
import { type Exchange, isFailure } from '../service/exchange.ts';
import { checkInvalidInput } from './invalid-input.ts';
import { checkTimeZone } from './priority-change.ts';
import { isScopeError } from './projects.ts';
import type { Session } from './session.ts';
import type { TestIssue } from './test-issue.ts';

/** Users of the service see the comment, so its text says what it is for. */
const commentText = 'issue-tracking: a test of this API, please ignore.';
/** A comment that shows if a service trims, escapes or normalizes texts, or changes line ends. */
export const markedComment: string = ` ${commentText} <b>&amp;</b>\r\ne\u0301 `;

/** Adds a comment to the test issue, and checks that invalid comments are rejected. */
export async function checkNewComments(session: Session, issue: TestIssue): Promise<void> {
  const { findings } = session;
  const added = await issue.comment(JSON.stringify({ content: markedComment }));
  if (isFailure(added)) return findings.markInconclusive(['EP-12', 'added'], `the response is ${added.status}`);
  const isServed = findings.check(
    ['GEN-1', 'writes'],
    added.status !== 404,
    added,
    'comments are not at this path',
    'POST',
  );
  const mayWrite = !isScopeError(added);
  findings.check(
    ['AUTH-5', 'writes'],
    mayWrite,
    added,
    "comments can't be added, but the issue can be changed",
    'POST',
  );
  if (!isServed || !mayWrite) return;
  // The status of a new comment is open (GAP-9).
  const isAdded = added.status === 200 || added.status === 201;
  findings.check(['EP-12', 'added'], isAdded, added, `the response is ${added.status}`, 'marked');
  if (isAdded) await checkCreatedComment(session, issue, added);
  for (const body of ['{}', '{"content":7}', '{"content":null}', '{"content":["text"]}']) {
    const exchange = await issue.comment(body);
    if (isFailure(exchange)) continue;
    const why = `${body} returned ${exchange.status}`;
    findings.check(['EP-12', 'rejections'], exchange.status === 400, exchange, why, body);
    checkInvalidInput(findings, exchange, 'bodies', 'content');
  }
  await checkMalformedRequests(session, issue);
}

async function checkCreatedComment(session: Session, issue: TestIssue, added: Exchange): Promise<void> {
  const { findings } = session;
  const { problems, envelopeProblems } = findings.compareWithSchema('issues.comments.create', added);
  const shapeProblems = [...problems.filter(({ isTimestamp }) => !isTimestamp), ...envelopeProblems];
  const { content, id } = itemOf(added);
  findings.check(['EP-12', 'added'], shapeProblems.length === 0, added, describeProblems(shapeProblems), 'marked');
  const isOurs = isText(content) && content.includes('issue-tracking: a test');
  findings.check(['EP-12', 'added'], isOurs, added, 'the response has another comment', 'marked');
  if (!isOurs) return;
  checkEncoding(session, content, added);
  checkTimeZone(session, added, 'createdAt');
  const list = await issue.readUntil(`${issue.path}/comments`, (exchange) =>
    entriesOf(exchange).some((comment) => comment['id'] === id),
  );
  const entries = entriesOf(list);
  const total = Number(Object(list.json).total);
  const rulePart = ['EP-12', 'listed'] as const;
  const listed = entries.filter((comment) => comment['id'] === id);
  // A list without pages may be truncated (GAP-50).
  if (listed.length === 0 && total > entries.length)
    return findings.markInconclusive(rulePart, 'the list of comments is truncated');
  findings.check(rulePart, listed.length > 0, list, 'the comment is not in the list');
  findings.check(rulePart, listed.length < 2, list, 'the comment is in the list more than once');
  const isSame = listed.every((comment) => comment['content'] === content);
  findings.check(rulePart, isSame, list, 'the list has another text');
  await checkOtherIssue(session, issue, added);
}

/** Checks one other issue, which must not have the comment. */
async function checkOtherIssue(session: Session, issue: TestIssue, added: Exchange): Promise<void> {
  const { service, findings, items } = session;
  const other = items.map(({ issueNumber }) => issueNumber).find((number) => number !== issue.original.issueNumber);
  if (other === undefined) return;
  const list = await service.read({ path: session.project(`/${other}/comments`) });
  if (list.status !== 200) return;
  const { content, createdAt } = itemOf(added);
  const isThere = entriesOf(list).some((one) => one['content'] === content && one['createdAt'] === createdAt);
  findings.check(['EP-12', 'listed'], !isThere, list, `the comment is in issue ${other} too`, 'elsewhere');
}

// GEN-2
/** Checks that the service decoded the comment as UTF-8. */
function checkEncoding({ findings }: Session, content: string, added: Exchange): void {
  const rulePart = ['GEN-2', 'requests'] as const;
  const isKept = /e\u0301|\u00e9|&eacute;|e&#(769|x301);|&#(233|xe9);/i.test(content);
  const isMangled = /\ufffd|\u00cc|\?\?|e\?/.test(content);
  if (isKept || isMangled) findings.check(rulePart, isKept, added, 'é was not decoded as UTF-8');
  else findings.markInconclusive(rulePart, 'é is missing, which the specification leaves open');
}

/** Checks that the service rejects a comment without content type, and a body that is not JSON. */
async function checkMalformedRequests({ findings }: Session, issue: TestIssue): Promise<void> {
  const comment = JSON.stringify({ content: `${commentText} (It should have been rejected.)` });
  const untyped = await issue.comment(comment, null);
  if (!isFailure(untyped)) {
    const why = `a comment without content type returned ${untyped.status}`;
    findings.check(['GEN-3', 'untyped'], untyped.status === 400, untyped, why, 'POST');
  }
  const broken = await issue.comment('{"content":');
  if (isFailure(broken)) return;
  const why = `a body that is not JSON returned ${broken.status}`;
  findings.check(['ERR-4', 'bodies'], broken.status === 400, broken, why, 'POST');
}
