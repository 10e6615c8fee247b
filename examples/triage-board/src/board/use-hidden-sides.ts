import { type RefObject, useLayoutEffect, useState } from 'react';

/** Where there is more than one sees. */
export interface HiddenSides {
  readonly start: boolean;
  readonly end: boolean;
}

/** On which sides a horizontal scroller hides something, now and after scrolling or resizing. */
export function useHiddenSides(scroller: RefObject<HTMLElement | null>): HiddenSides {
  const [start, setStart] = useState(false);
  const [end, setEnd] = useState(false);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      // Lengths are fractions of pixels on scaled screens.
      setStart(element.scrollLeft > 1);
      setEnd(element.scrollLeft + element.clientWidth < element.scrollWidth - 1);
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller]);

  return { start, end };
}
