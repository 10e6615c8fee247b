/** @jsxImportSource preact */
import { usePanel } from '../state/panel.ts';
import { Button, type ButtonProps } from './button.tsx';

interface CopyButtonProps extends Pick<ButtonProps, 'look'> {
  text: () => string | Promise<string>;
  what: string;
  label?: string;
}

/** Copies a text and shows a notice. */
export function CopyButton({ text, what, label = what, look = 'quiet' }: CopyButtonProps) {
  const panel = usePanel();
  async function copy() {
    try {
      await navigator.clipboard.writeText(await text());
      panel.notify(`Copied: ${what}`);
    } catch (error) {
      panel.fail(error instanceof DOMException ? 'This page may not use the clipboard' : error);
    }
  }
  return (
    <Button look={look} aria-label={`Copy ${what}`} onClick={copy}>
      {label}
    </Button>
  );
}
