/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  label: string;
  class?: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** A modal dialog. Escape or a click outside closes it and restores the focus. */
export function Dialog({ label, onClose, children, ...rest }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const root = element?.getRootNode() as Document | ShadowRoot | undefined;
    const before = root?.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape
    <dialog
      ref={dialog}
      class={`dialog ${rest.class ?? ''}`}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}
