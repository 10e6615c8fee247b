/** @jsxImportSource preact */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RequestEntry } from '../../src/control/types.ts';
import { Button } from '../parts/button.tsx';
import { Form, Select } from '../parts/form.tsx';
import { useLive } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';

// No credential has such a name: names have no spaces around them.
const [asItWas, none] = [' as it was', ' none'];

/** The request as a form, in its own place: the response stays in sight. */
export function EditAndSend({ entry, onClose }: { entry: RequestEntry; onClose: () => void }) {
  const panel = usePanel();
  const credentials = useLive('limits')?.credentials ?? [];
  const [problem, setProblem] = useState<string>();
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    first.current?.form?.scrollIntoView({ block: 'nearest' });
    first.current?.focus({ preventScroll: true });
  }, []);
  const before = {
    path: entry.search ? `${entry.path}?${entry.search}` : entry.path,
    body: entry.body === undefined ? '' : JSON.stringify(entry.body, null, 2),
  };

  async function send({ path, credential, body = before.body }: Readonly<Record<string, string>>) {
    try {
      const sent = await panel.tryChange('requests.replay', {
        number: entry.number,
        ...(body !== before.body && { body: JSON.parse(body) }),
        ...(path !== before.path && { path }),
        ...(credential !== asItWas && { credential: credential === none ? null : credential }),
      });
      onClose();
      panel.openSent(sent);
    } catch (error) {
      setProblem(error instanceof SyntaxError ? `The body is not JSON: ${error.message}` : (error as Error).message);
    }
  }

  return (
    <Form class="stack" aria-label="Edit and send" onSubmit={send}>
      <label class="field">
        {entry.method} to
        <input
          ref={first}
          name="path"
          class="figure"
          type="text"
          spellcheck={false}
          required
          defaultValue={before.path}
        />
      </label>
      <div class="field">
        <span class="soft" aria-hidden="true">
          Credential
        </span>
        <Select
          aria-label="Credential"
          name="credential"
          options={[
            [asItWas, 'As it was'],
            ...credentials.map(({ name, scopes, revoked }) => {
              const rights = scopes.join(' ') || 'no scope';
              return [name, `${name} · ${rights}${revoked ? ' · revoked' : ''}`] as const;
            }),
            [none, 'None'],
          ]}
        />
      </div>
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
    </Form>
  );
}
