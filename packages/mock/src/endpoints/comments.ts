import type { Comment } from '@issue-tracking/model';
import { invalidInput } from '../platform/http/http-error.ts';
import { sortedByTime } from '../records/entry-order.ts';
import { issueKey } from '../records/placements.ts';
import type { CommentRecord } from '../records/records.ts';
import type { Handler } from './handler.ts';
import { absentValuesOf, jsonAs } from './record-json.ts';

/** Lists the comments of an issue, in the order of GAP-8 (EP-11). */
export const listComments: Handler<'issues.comments.list'> = ({ records, behavior, issue }) => {
  const oldestFirst = sortedByTime(records.of('comments', issueKey(issue)));
  const ordered = behavior.commentOrder === 'oldest' ? oldestFirst : oldestFirst.reverse();
  // enforces EP-11
  return { json: jsonAs(absentValuesOf(behavior, issue), { data: ordered.map(toComment), total: ordered.length }) };
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
  const { projectId, issueNumber } = issue;
  const now = clock.now();
  const comment = {
    id: ids.next('cmt'),
    projectId,
    issueNumber,
    content,
    authorName: caller.authorName(),
    createdAt: new Date(now).toISOString(),
  };
  // enforces EP-12
  store.add('comments', comment);
  return {
    json: jsonAs(behavior.absentValues, { data: toComment(comment) }),
    status: behavior.commentStatus,
    effect: { text: 'The comment was added.', behavior: 'commentStatus' },
  };
};

/** The maximum length of a comment, in characters (GAP-16). */
const maxLength = 65_536;

/** Checks that a comment, which is stored as it was sent (GAP-49), is not too long (GAP-16). Spaces alone are accepted (GAP-32). @throws HttpError 400 */
function checkContent(content: string): void {
  // `length` counts UTF-16 code units, an upper bound of the characters. Count characters only if `length` exceeds the limit.
  if (content.length > maxLength && [...content].length > maxLength)
    throw invalidInput({ field: 'content', message: `must be at most ${maxLength} characters` });
}

/** Returns a comment without the project and issue number of its path (VER-2). */
function toComment({ projectId: _project, issueNumber: _number, ...comment }: CommentRecord): Comment {
  return comment;
}
