import type { Comment } from '@issue-tracking/model';
import { json } from '../http/exchange.ts';
import { invalidInput } from '../http/http-error.ts';
import type { Readings } from '../readings/readings.ts';
import type { CommentRecord } from '../store/records.ts';
import type { Handler } from './handler.ts';

/** The comments on an issue, in the order of GAP-8 (EP-11). */
export const listComments: Handler<'issues.comments.list'> = ({ service: { readings }, issue }) => {
  const oldestFirst = issue.comments.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  const data = (readings.commentOrder === 'oldest' ? oldestFirst : oldestFirst.reverse()).map(toComment);
  return { json: json({ data, total: data.length }) };
};

/** Adds a comment; the issue's `updatedAt` stays (EP-12, GAP-34). */
export const createComment: Handler<'issues.comments.create'> = ({ service, caller, issue, body: { content } }) => {
  const { readings, store, ids, clock } = service;
  checkContent(content, readings);
  const { projectId, issueNumber } = issue.record;
  const createdAt = new Date(clock.now()).toISOString();
  const comment = { id: ids.next('cmt'), projectId, issueNumber, content, authorName: caller.name, createdAt };
  store.add('comments', comment);
  return { json: json({ data: toComment(comment) }), status: readings.commentStatus };
};

/** Length and blankness of a comment (GAP-16, GAP-32). */
function checkContent(content: string, { commentLimit, blankComment }: Readings): void {
  if (content === '' || (blankComment === 'reject' && content.trim() === '')) {
    throw invalidInput({ field: 'content', message: 'must not be empty' });
  }
  // As many characters as it has code units at most: only a long one is worth counting.
  if (content.length > commentLimit && [...content].length > commentLimit) {
    throw invalidInput({ field: 'content', message: `must be at most ${commentLimit} characters` });
  }
}

function toComment({ id, content, authorName, createdAt }: CommentRecord): Comment {
  return { id, content, authorName, createdAt };
}
