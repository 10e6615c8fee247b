import type { Comment } from '@issue-tracking/model';
import { type HttpError, invalidInput } from '../../platform/http/http-error.ts';
import { sortedByTime } from '../../records/entry-order.ts';
import { issueKey } from '../../records/placements.ts';
import type { CommentRecord } from '../../records/records.ts';
import type { Behavior } from '../behavior/behavior.ts';
import type { Handler } from './handler.ts';
import { presentList } from './present-list.ts';
import { absentValuesOf, jsonAs } from './record-json.ts';

/** Lists the comments of an issue, in the order of GAP-8 (EP-11). */
export const listComments: Handler<'issues.comments.list'> = ({ service, behavior, issue }) => {
  const oldestFirst = sortedByTime(service.store.of('comments', issueKey(issue)));
  const ordered = behavior.commentOrder === 'oldest' ? oldestFirst : oldestFirst.reverse();
  const data = presentList({ items: ordered, behavior, service }).map(toComment);
  // enforces EP-11
  return { json: jsonAs(absentValuesOf(behavior, issue), { data, total: ordered.length }) };
};

/** Adds a comment (EP-12). The issue's `updatedAt` stays (GAP-60). */
export const createComment: Handler<'issues.comments.create'> = ({
  service,
  behavior,
  caller,
  issue,
  body: { content },
}) => {
  const { store, ids, clock } = service;
  checkContent(content);
  const stored = storedText[behavior.commentText](content);
  if (stored === '') throw mustNotBeEmpty().because({ behavior: 'commentText' });
  const { projectId, issueNumber } = issue;
  const now = clock.now();
  const comment = {
    id: ids.next('cmt'),
    projectId,
    issueNumber,
    content: stored,
    authorName: caller.authorName(),
    createdAt: new Date(now).toISOString(),
  };
  // enforces EP-12
  store.addComment(comment, now);
  return { json: jsonAs(behavior.absentValues, { data: toComment(comment) }), status: behavior.commentStatus };
};

/** Converts a comment's text to the form that the service stores (GAP-49). */
const storedText: Readonly<Record<Behavior['commentText'], (content: string) => string>> = {
  verbatim: (content) => content,
  trimmed: (content) => content.trim(),
  escaped: (content) => content.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`),
  lf: (content) => content.replaceAll('\r\n', '\n'),
  nfc: (content) => content.normalize('NFC'),
};

/** The maximum length of a comment, in characters (GAP-16). */
const maxLength = 65_536;

/** Checks that a comment is neither empty nor too long (GAP-16). Spaces alone are accepted (GAP-32). @throws HttpError 400 */
function checkContent(content: string): void {
  if (content === '') throw mustNotBeEmpty();
  // `length` counts UTF-16 code units, an upper bound of the characters. Count characters only if `length` exceeds the limit.
  if (content.length > maxLength && [...content].length > maxLength)
    throw invalidInput({ field: 'content', message: `must be at most ${maxLength} characters` });
}

function mustNotBeEmpty(): HttpError {
  return invalidInput({ field: 'content', message: 'must not be empty' });
}

/** Returns a comment without the project and issue number of its path (VER-2). */
function toComment({ projectId: _project, issueNumber: _number, ...comment }: CommentRecord): Comment {
  return comment;
}
