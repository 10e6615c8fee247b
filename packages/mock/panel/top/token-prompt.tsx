/** @jsxImportSource preact */
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form } from '../parts/form.tsx';
import type { TokenKeeper } from '../transport/token-keeper.ts';

/** Asks for the token of a mock that has one. */
export function TokenPrompt({ tokens }: { tokens: TokenKeeper }) {
  if (!tokens.isPrompting.value) return null;
  return (
    <div class="themed">
      <Dialog label="Token required">
        <Form class="stack" onSubmit={({ token = '' }) => token.trim() && tokens.set(token.trim())}>
          <h2>This mock needs a token</h2>
          <p class="soft">
            It was started with <code>--token</code>. The URL can have it too: <code>/__mock/ui/#token=…</code>.
          </p>
          <label class="field">
            Token <input autoFocus name="token" type="password" autocomplete="off" />
          </label>
          <div>
            <Button type="submit" look="primary">
              Continue
            </Button>
          </div>
        </Form>
      </Dialog>
    </div>
  );
}
