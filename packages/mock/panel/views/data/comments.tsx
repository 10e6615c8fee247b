/** @jsxImportSource preact */
import type { RefObject } from 'preact';
import { Empty } from '../../parts/empty.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
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
export function Comments({ issue: { projectId, issueNumber }, comments, field }: CommentsProps) {
  const panel = usePanel();
  // The latest matter most.
  const { first, more } = useIncrementalList(comments.toReversed(), 100);

  async function add({ content, authorName }: Readonly<Record<string, string>>) {
    const comment = { projectId, issueNumber, content, ...(authorName && { authorName }) };
    const made = await panel.change(`Commented on #${issueNumber}`, ['world.comments.create', comment]);
    if (made && field.current) field.current.value = '';
  }

  return (
    <div class="stack">
      {comments.length === 0 && <Empty title="No comments yet" />}
      <ShowMore {...more} />
      <ol class="comments stack">
        {first.toReversed().map(({ id, authorName, content, createdAt }, index) => (
          <li key={id || index} class="box padded">
            <p class="line">
              <strong dir="auto">{authorName}</strong> <span class="soft figure">{dateText(createdAt)}</span>
            </p>
            <p class="comment-text written" dir="auto">
              {content}
            </p>
          </li>
        ))}
      </ol>
      <Form submit="Comment" onSubmit={add}>
        <Field label="Comment as a user">
          <textarea ref={field} name="content" rows={3} required />
        </Field>
        <Field label="Author">
          <input name="authorName" type="text" placeholder="Dashboard" />
        </Field>
      </Form>
    </div>
  );
}
