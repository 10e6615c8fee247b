import type { Comment } from '@issue-tracking/sdk';
import { useState } from 'react';
import { Avatar } from '../avatar.tsx';
import { dayText } from '../date-text.ts';
import { CommentForm } from './comment-form.tsx';

/** Options of {@link Comments}. */
export interface CommentsProps {
  /** Existing comments. */
  comments: readonly Comment[];
  /** Adds a comment; rejects when the service does. */
  onAdd(content: string): Promise<Comment>;
}

/** Shows the comments of an issue, and a field for a new one. */
export function Comments({ comments, onAdd }: CommentsProps) {
  const [added, setAdded] = useState<readonly Comment[]>([]);
  const all = [...comments, ...added];
  return (
    <section className="comments" aria-label="Comments">
      <h3>
        Comments <span className="count">{all.length}</span>
      </h3>
      <ul>
        {all.map(({ id, authorName, content, createdAt }) => (
          <li key={id}>
            <Avatar name={authorName} />
            <div className="comment">
              <p className="comment-author">
                <b dir="auto">{authorName}</b> <time dateTime={createdAt}>{dayText(createdAt)}</time>
              </p>
              <p dir="auto">{content}</p>
            </div>
          </li>
        ))}
      </ul>
      <CommentForm
        onSend={async (content) => {
          const comment = await onAdd(content);
          setAdded((before) => [...before, comment]);
        }}
      />
    </section>
  );
}
