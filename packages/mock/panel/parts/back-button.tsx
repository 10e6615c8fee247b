/** @jsxImportSource preact */
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** Leads to the list, where there is room for one pane only. */
export function BackButton({ to, onClick }: { to: string; onClick: () => void }) {
  return (
    <Button look="quiet" class="narrow" aria-label={`Back to ${to}`} onClick={onClick}>
      <Icon name="back" />
    </Button>
  );
}
