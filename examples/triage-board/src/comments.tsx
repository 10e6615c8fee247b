import type { Comment } from '@issue-tracking/sdk';
import { useId, useRef, useState } from 'react';
import { Avatar } from './avatar.tsx';
import { dayText, errorText } from './texts.ts';

/** Options of {@link Comments}. */
export interface CommentsProps {
  comments: readonly Comment[];
  /** Adds a comment; rejects when the service does. */
  onAdd(content: string): Promise<Comment>;
}

/** The comments of an issue, and a field for a new one. What was written stays there until the service has it. */
export function Comments({ comments, onAdd }: CommentsProps) {
  const [added, setAdded] = useState<readonly Comment[]>([]);
  const [content, setContent] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [rejection, setRejection] = useState('');
  const textarea = useRef<HTMLTextAreaElement>(null);
  const field = useId();
  const all = [...comments, ...added];
  const cannotSend = isSending || content.trim() === '';

  async function send(): Promise<void> {
    setIsSending(true);
    setRejection('');
    try {
      const comment = await onAdd(content.trim());
      setAdded((before) => [...before, comment]);
      setContent('');
      textarea.current?.focus();
    } catch (error) {
      setRejection(errorText(error));
    } finally {
      setIsSending(false);
    }
  }

  return (
    <section className="comments" aria-label="Comments">
      <h3>
        Comments <span className="count">{all.length}</span>
      </h3>
      <ul>
        {all.map(({ id, authorName, content: text, createdAt }) => (
          <li key={id} className="comment">
            <Avatar name={authorName} />
            <div>
              <p className="small">
                <b dir="auto">{authorName}</b> <time dateTime={createdAt}>{dayText(createdAt)}</time>
              </p>
              <p dir="auto">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <form
        className="field"
        onSubmit={(event) => {
          event.preventDefault();
          if (!cannotSend) void send();
        }}
      >
        <label htmlFor={field}>Add a comment</label>
        <textarea
          ref={textarea}
          id={field}
          rows={3}
          value={content}
          readOnly={isSending}
          aria-describedby={`${field}-rejection`}
          onChange={({ target }) => setContent(target.value)}
        />
        <p id={`${field}-rejection`} className="rejection" role="alert">
          {rejection}
        </p>
        <button type="submit" className="button primary" aria-disabled={cannotSend}>
          {isSending ? 'Sending…' : 'Comment'}
        </button>
        <p className="visually-hidden" role="status">
          {added.length > 0 && !isSending && !rejection ? 'Comment added' : ''}
        </p>
      </form>
    </section>
  );
}
