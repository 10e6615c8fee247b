import { type MouseEvent, type PointerEvent, useRef } from 'react';

/**
 * Returns handlers for a `dialog` that closes on a click beside it. The target of such a click is the dialog itself, which
 * must have no padding. The click must also begin there, or selecting text up to the edge would close the dialog.
 */
export function useBackdrop(close: () => void) {
  const began = useRef(false);
  return {
    onPointerDown: ({ target, currentTarget }: PointerEvent) => {
      began.current = target === currentTarget;
    },
    onClick: ({ target, currentTarget }: MouseEvent) => {
      if (began.current && target === currentTarget) close();
    },
  };
}
