import { useId, useRef, useState } from 'react';
import { errorText } from '../error-text.ts';

/** Options of {@link CommentForm}. */
export interface CommentFormProps {
  /** Sends it; rejects when the service does. */
  onSend(content: string): Promise<void>;
}

/** A comment to write. What was written stays until the service has it. */
export function CommentForm({ onSend }: CommentFormProps) {
  const field = useId();
  const textarea = useRef<HTMLTextAreaElement>(null);
  const [content, setContent] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [rejection, setRejection] = useState('');
  const [news, setNews] = useState('');

  async function send(): Promise<void> {
    setIsSending(true);
    setRejection('');
    setNews('');
    try {
      await onSend(content.trim());
      setContent('');
      setNews('Comment added');
      textarea.current?.focus();
    } catch (error) {
      setRejection(errorText(error));
    } finally {
      setIsSending(false);
    }
  }

  return (
    <form
      className="comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (content.trim() && !isSending) void send();
      }}
    >
      <label htmlFor={field}>Add a comment</label>
      <textarea
        ref={textarea}
        id={field}
        rows={3}
        value={content}
        readOnly={isSending}
        aria-describedby={rejection ? `${field}-rejection` : undefined}
        onChange={({ target }) => setContent(target.value)}
      />
      {rejection && (
        <p id={`${field}-rejection`} className="field-error" role="alert">
          {rejection}
        </p>
      )}
      <button type="submit" className="button primary" aria-disabled={isSending || content.trim() === ''}>
        {isSending ? 'Sending…' : 'Comment'}
      </button>
      <p className="visually-hidden" role="status">
        {news}
      </p>
    </form>
  );
}
