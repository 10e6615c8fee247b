/** @jsxImportSource preact */
import { usePanel } from '../state/panel.ts';

/** Messages about the last actions, which screen readers announce. */
export function Notices() {
  const panel = usePanel();
  return (
    <div class="notices" role="status">
      {panel.notices.value.map(({ id, text, kind, undo }) => (
        <p key={id} class={`notice ${kind}`}>
          <span dir="auto">{text}</span>
          {undo && panel.undoable.value.includes(undo) && (
            <button type="button" onClick={() => panel.undo(undo)}>
              Undo
            </button>
          )}
          <button type="button" aria-label="Dismiss" onClick={() => panel.dismiss(id)}>
            ×
          </button>
        </p>
      ))}
    </div>
  );
}
