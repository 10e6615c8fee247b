import { type MouseEvent, type PointerEvent, useRef } from 'react';

/**
 * Handlers for a `dialog` that closes when one clicks beside it. Such a click has the dialog itself as its target, given
 * that it has no padding of its own. It must have begun there too, or selecting text up to the edge would close it.
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
