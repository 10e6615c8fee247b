/** @jsxImportSource preact */
import { usePanel } from '../state/panel.ts';
import { Button } from './button.tsx';

interface CopyButtonProps {
  text: () => string;
  what: string;
  label?: string;
}

/** Copies a text, and says so. */
export function CopyButton({ text, what, label = what }: CopyButtonProps) {
  const panel = usePanel();
  async function copy() {
    try {
      await navigator.clipboard.writeText(text());
      panel.notify(`Copied: ${what}`);
    } catch {
      panel.notify('This page may not use the clipboard', 'failed');
    }
  }
  return (
    <Button look="quiet" aria-label={`Copy ${what}`} onClick={copy}>
      {label}
    </Button>
  );
}
