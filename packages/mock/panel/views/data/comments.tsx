/** @jsxImportSource preact */
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Field } from '../../parts/field.tsx';
import { ShowMore, useIncrementalList } from '../../parts/show-more.tsx';
import { dateText } from '../../parts/times.ts';
import { usePanel } from '../../state/panel.ts';
import type { Comment, Issue } from '../../state/read-record.ts';

interface CommentsProps {
  issue: Issue;
  comments: readonly Comment[];
  /** The field of a new comment. */
  field: RefObject<HTMLTextAreaElement | null>;
}

/** The comments of an issue, and a form for another. */
export function Comments({ issue, comments, field }: CommentsProps) {
  const panel = usePanel();
  const [content, setContent] = useState('');
  const [authorName, setAuthorName] = useState('');
  // The latest matter most.
  const { first, more } = useIncrementalList(comments.toReversed(), 100);

  async function add(event: Event) {
    event.preventDefault();
    const { projectId, issueNumber } = issue;
    const made = await panel.change(`Commented on #${issueNumber}`, [
      'world.comments.create',
      {
        projectId,
        issueNumber,
        content,
        ...(authorName && { authorName }),
      },
    ]);
    if (made) setContent('');
  }

  return (
    <div class="part">
      {comments.length === 0 && <Empty title="No comments yet" />}
      <ShowMore {...more} />
      <ol class="comments">
        {first.toReversed().map(({ id, authorName: author, content: text, createdAt }, index) => (
          <li key={id || index}>
            <p class="comment-head">
              <strong dir="auto">{author}</strong> <span class="soft figure">{dateText(createdAt)}</span>
            </p>
            <p class="comment-text" dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ol>
      <form class="form" onSubmit={add}>
        <Field label="Comment as a user">
          <textarea
            ref={field}
            rows={3}
            required
            value={content}
            onInput={({ currentTarget }) => setContent(currentTarget.value)}
          />
        </Field>
        <Field label="Author">
          <input
            type="text"
            placeholder="Dashboard"
            value={authorName}
            onInput={({ currentTarget }) => setAuthorName(currentTarget.value)}
          />
        </Field>
        <div class="form-actions">
          <Button type="submit" look="primary">
            Comment
          </Button>
        </div>
      </form>
    </div>
  );
}
