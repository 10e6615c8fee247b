/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import type { TokenKeeper } from '../transport/token-keeper.ts';

/** Asks for the token of a mock that has one. */
export function TokenPrompt({ tokens }: { tokens: TokenKeeper }) {
  const [text, setText] = useState('');
  if (!tokens.isPrompting.value) return null;
  return (
    <div class="themed">
      <Dialog label="Token required" onClose={() => {}}>
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            const token = text.trim();
            setText('');
            if (token !== '') tokens.set(token);
          }}
        >
          <h2>This mock needs a token</h2>
          <p class="soft">
            It was started with <code>--token</code>. The URL can have it too: <code>/__mock/ui/#token=…</code>.
          </p>
          <Field label="Token">
            <input
              autoFocus
              type="password"
              autocomplete="off"
              value={text}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          </Field>
          <div class="form-actions">
            <Button type="submit" look="primary">
              Continue
            </Button>
          </div>
        </form>
      </Dialog>
    </div>
  );
}
