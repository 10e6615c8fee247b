/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { usePanel } from '../../state/panel.ts';
import { useLive } from '../../state/use-live.ts';
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
  const [problem, setProblem] = useState<string>();
  const before = {
    path: entry.search ? `${entry.path}?${entry.search}` : entry.path,
    body: entry.body === undefined ? '' : JSON.stringify(entry.body, null, 2),
  };

  async function send({ path, credential, body = before.body }: Readonly<Record<string, string>>) {
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
      <Form submit="Send" onSubmit={send} more={<Button onClick={onClose}>Cancel</Button>}>
        <h2>Send again</h2>
        <Field label={`${entry.method} to`}>
          <input name="path" type="text" spellcheck={false} required defaultValue={before.path} />
        </Field>
        <Field label="Credential">
          <select name="credential">
            <option value={asItWas}>As it was</option>
            {data?.credentials.map(({ name, value, scopes, revoked }) => (
              <option key={name} value={name}>
                {`${name} (${value}) · ${scopes.join(' ') || 'no scope'}${revoked ? ' · revoked' : ''}`}
              </option>
            ))}
            <option value={none}>None</option>
          </select>
        </Field>
        {entry.method !== 'GET' && entry.method !== 'HEAD' && (
          <Field label="Body" hint="JSON">
            <textarea name="body" rows={8} spellcheck={false} defaultValue={before.body} />
          </Field>
        )}
        {problem && (
          <p class="bad" role="alert">
            {problem}
          </p>
        )}
      </Form>
    </Dialog>
  );
}
