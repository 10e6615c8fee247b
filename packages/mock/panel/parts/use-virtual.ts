import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

interface VirtualOptions {
  count: number;
  rowHeight: number;
  scroller: RefObject<HTMLElement | null>;
}

/** Rows above and below those in sight, so that scrolling shows no gap. */
const spare = 10;

/** Which rows of a list are in sight. All are of one height, so that this is a division. */
export function useVirtual({ count, rowHeight, scroller }: VirtualOptions): { first: number; end: number } {
  const [{ top, height }, setView] = useState({ top: 0, height: 600 });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      // To the row: a redraw for every pixel would be for nothing.
      const row = Math.floor(element.scrollTop / rowHeight) * rowHeight;
      setView((before) =>
        before.top === row && before.height === element.clientHeight
          ? before
          : { top: row, height: element.clientHeight },
      );
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      resized.disconnect();
    };
  }, [rowHeight]);

  const first = Math.max(0, Math.min(Math.floor(top / rowHeight), count - 1) - spare);
  return { first, end: Math.min(count, Math.ceil((top + height) / rowHeight) + spare) };
}
