/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { usePanel } from '../../state/panel.ts';
import { useLive } from '../../state/use-live.ts';
import { useOwners } from '../../state/use-owners.ts';
import type { LogEntry, RateState } from '../../transport/responses.ts';

interface SendAgainProps {
  entry: LogEntry;
  onClose: () => void;
}

// No credential has such a name: names have no spaces around them.
const asItWas = ' as it was';
const none = ' none';

/** The dialog that sends a request again, edited or not. */
export function SendAgain({ entry, onClose }: SendAgainProps) {
  const panel = usePanel();
  const { data } = useLive<RateState>(['limits'], 'credentials');
  const { nameOf } = useOwners();
  const before = {
    path: entry.search ? `${entry.path}?${entry.search}` : entry.path,
    body: entry.body === undefined ? '' : JSON.stringify(entry.body, null, 2),
  };
  const [path, setPath] = useState(before.path);
  const [credential, setCredential] = useState(asItWas);
  const [body, setBody] = useState(before.body);
  const [problem, setProblem] = useState<string>();
  const hasBody = entry.method !== 'GET' && entry.method !== 'HEAD';

  async function send(event: Event) {
    event.preventDefault();
    let edited: { body?: unknown } = {};
    try {
      if (body !== before.body) edited = { body: JSON.parse(body) };
    } catch (error) {
      setProblem(`The body is not JSON: ${(error as Error).message}`);
      return;
    }
    const sent = await panel.change<LogEntry>(`Sent again: ${entry.method} ${entry.path}`, [
      'requests.replay',
      {
        number: entry.number,
        ...edited,
        ...(path !== before.path && { path }),
        ...(credential !== asItWas && { credential: credential === none ? null : credential }),
      },
    ]);
    if (!sent) return;
    onClose();
    panel.go(`requests/${sent.number}`, { query: panel.query });
  }

  return (
    <Dialog label="Send again" onClose={onClose}>
      <form class="form" onSubmit={send}>
        <h2>Send again</h2>
        <Field label={`${entry.method} to`}>
          <input
            type="text"
            spellcheck={false}
            required
            value={path}
            onInput={({ currentTarget }) => setPath(currentTarget.value)}
          />
        </Field>
        <Field label="Credential">
          <Select
            value={credential}
            options={[
              { value: asItWas, text: 'As it was' },
              ...(data?.credentials ?? []).map((one) => ({
                value: one.name,
                text: `${one.name} (${one.value}) · ${nameOf(one)} · ${one.scopes.join(' ') || 'no scope'}${one.revoked ? ' · revoked' : ''}`,
              })),
              { value: none, text: 'None' },
            ]}
            onChange={setCredential}
          />
        </Field>
        {hasBody && (
          <Field label="Body" hint="JSON">
            <textarea
              rows={8}
              spellcheck={false}
              value={body}
              onInput={({ currentTarget }) => setBody(currentTarget.value)}
            />
          </Field>
        )}
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <div class="form-actions">
          <Button type="submit" look="primary">
            Send
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
