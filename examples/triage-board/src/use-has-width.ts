import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether an element has any width now, for what its style sheet knows and the program must know too. */
export function useHasWidth(ref: RefObject<HTMLElement | null>): boolean {
  const [hasWidth, setHasWidth] = useState(false);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = () => setHasWidth(element.offsetWidth > 0);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);

  return hasWidth;
}
