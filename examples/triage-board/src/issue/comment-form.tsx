import { useId, useRef, useState } from 'react';
import { errorText } from '../error-text.ts';

/** Options of {@link CommentForm}. */
export interface CommentFormProps {
  /** Sends it; rejects when the service refuses. */
  onSend(content: string): Promise<void>;
}

/** A comment to write. What was written stays until the service has it. */
export function CommentForm({ onSend }: CommentFormProps) {
  const field = useId();
  const textarea = useRef<HTMLTextAreaElement>(null);
  const [content, setContent] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [news, setNews] = useState('');

  async function send(): Promise<void> {
    setIsSending(true);
    setRefusal('');
    setNews('');
    try {
      await onSend(content.trim());
      setContent('');
      setNews('Comment added');
      textarea.current?.focus();
    } catch (error) {
      setRefusal(errorText(error));
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
        aria-describedby={refusal ? `${field}-refusal` : undefined}
        onChange={({ target }) => setContent(target.value)}
      />
      {refusal && (
        <p id={`${field}-refusal`} className="field-error" role="alert">
          {refusal}
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
