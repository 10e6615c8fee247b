/** @jsxImportSource preact */
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { usePanel } from '../state/panel.ts';

/** Asks for confirmation before an undo that also undoes later changes of others. */
export function UndoDialog() {
  const confirmation = usePanel().history.confirmation.value;
  if (!confirmation) return null;
  const { label, laterChanges, resolve } = confirmation;
  return (
    <Dialog label="Undo" onClose={() => resolve(false)}>
      <div class="form">
        <h2>Undo “{label}”?</h2>
        <p>
          {laterChanges === 1 ? '1 later change is' : `${laterChanges} later changes are`} undone with it. Clients,
          tests or other panels made {laterChanges === 1 ? 'it' : 'them'}. Clock, requests and rate limits stay.
        </p>
        <div class="form-actions">
          <Button look="primary" onClick={() => resolve(true)}>
            Undo
          </Button>
          <Button onClick={() => resolve(false)}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}
