import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to `fallback` if the focused element leaves the page, such as the last "Show more". Browsers would move it to
 * `body`, and users of the keyboard would start over at the top of the page.
 */
export function useKeptFocus(area: RefObject<HTMLElement | null>, fallback: RefObject<HTMLElement | null>): void {
  const focused = useRef<Element | null>(null);

  useEffect(() => {
    const element = area.current;
    const remember = ({ target }: FocusEvent) => {
      focused.current = target instanceof Element ? target : null;
    };
    // A click beside all elements removes the focus on purpose. The event also occurs before an element is removed, which
    // can be seen only afterwards.
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (target === focused.current && focused.current?.isConnected) focused.current = null;
      });
    element?.addEventListener('focusin', remember);
    element?.addEventListener('focusout', forget);
    return () => {
      element?.removeEventListener('focusin', remember);
      element?.removeEventListener('focusout', forget);
    };
  }, [area]);

  // After every render, because any of them may have taken the element away.
  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected || document.activeElement !== document.body) return;
    focused.current = null;
    fallback.current?.focus();
  });
}
