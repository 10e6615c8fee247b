/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { usePanel } from '../state/panel.ts';
import { useLimits } from '../state/queries.ts';
import type { LogEntry } from '../transport/responses.ts';

// No credential has such a name: names have no spaces around them.
const [asItWas, none] = [' as it was', ' none'];

/** The request as a form, in its own place: the response stays in sight. */
export function EditAndSend({ entry, onClose }: { entry: LogEntry; onClose: () => void }) {
  const panel = usePanel();
  const credentials = useLimits()?.credentials ?? [];
  const [problem, setProblem] = useState<string>();
  const before = {
    path: entry.search ? `${entry.path}?${entry.search}` : entry.path,
    body: entry.body === undefined ? '' : JSON.stringify(entry.body, null, 2),
  };

  async function send(form: HTMLFormElement) {
    const { path, credential, body = before.body } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    try {
      const sent = await panel.tryChange<LogEntry>('requests.replay', {
        number: entry.number,
        ...(body !== before.body && { body: JSON.parse(body) }),
        ...(path !== before.path && { path }),
        ...(credential !== asItWas && { credential: credential === none ? null : credential }),
      });
      onClose();
      panel.open(['requests', sent.number], panel.query);
    } catch (error) {
      setProblem(error instanceof SyntaxError ? `The body is not JSON: ${error.message}` : (error as Error).message);
    }
  }

  return (
    <form
      class="stack"
      aria-label="Edit and send"
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      <label class="field">
        {entry.method} to
        <input
          name="path"
          class="figure"
          type="text"
          spellcheck={false}
          required
          defaultValue={before.path}
          // biome-ignore lint/a11y/noAutofocus: the user has opened the form
          autoFocus
        />
      </label>
      <label class="field">
        Credential
        <select name="credential">
          <option value={asItWas}>As it was</option>
          {credentials.map(({ name, scopes, revoked }) => (
            <option key={name} value={name}>
              {`${name} · ${scopes.join(' ') || 'no scope'}${revoked ? ' · revoked' : ''}`}
            </option>
          ))}
          <option value={none}>None</option>
        </select>
      </label>
      {entry.method !== 'GET' && entry.method !== 'HEAD' && (
        <label class="field">
          Body
          <textarea name="body" class="figure" rows={8} spellcheck={false} defaultValue={before.body} />
        </label>
      )}
      {problem && (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
      <div class="line">
        <Button type="submit" look="primary">
          Send
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
