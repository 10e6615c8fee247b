/** @jsxImportSource preact */
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { usePanel } from '../state/panel.ts';

/** Asks the question of `panel.confirm()`. */
export function ConfirmDialog() {
  const question = usePanel().question.value;
  if (!question) return null;
  const { title, loss, action, answer } = question;
  return (
    <Dialog label={action} onClose={() => answer(false)}>
      <div class="form">
        <h2 dir="auto">{title}</h2>
        <p>{loss}</p>
        <div class="form-actions">
          <Button look="primary" onClick={() => answer(true)}>
            {action}
          </Button>
          <Button onClick={() => answer(false)}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}
