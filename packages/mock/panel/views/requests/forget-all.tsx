/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { usePanel } from '../../state/panel.ts';

/** A button that empties the log, after a question: it can't be undone. */
export function ForgetAll({ isDisabled }: { isDisabled: boolean }) {
  const panel = usePanel();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);

  async function forget() {
    close();
    await panel.change('Requests forgotten', ['requests.clear']);
    panel.go('requests');
  }

  return (
    <>
      <Button look="quiet" disabled={isDisabled} onClick={() => setAsking(true)}>
        Forget all
      </Button>
      {isAsking && (
        <Dialog label="Forget" onClose={close}>
          <Form submit="Forget" onSubmit={forget} more={<Button onClick={close}>Cancel</Button>}>
            <h2>Forget all requests?</h2>
            <p>The mock forgets all requests that it has received.</p>
          </Form>
        </Dialog>
      )}
    </>
  );
}
