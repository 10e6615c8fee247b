import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

interface VirtualOptions {
  count: number;
  scroller: RefObject<HTMLElement | null>;
  /** An element as high as a row, which the style sheet makes higher in larger text and where a row has two lines. */
  ruler: RefObject<HTMLElement | null>;
}

interface VirtualRows {
  /** The first row in sight, and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** In whole pixels. */
  readonly rowHeight: number;
}

/** Rows above and below those in sight, so that scrolling shows no gap. */
const spare = 10;

/** Which rows of a list are in sight. All are of one height, so that this is a division. */
export function useVirtual({ count, scroller, ruler }: VirtualOptions): VirtualRows {
  const [{ row, height, rowHeight }, setView] = useState({ row: 0, height: 600, rowHeight: 30 });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      const measured = Math.max(1, Math.round(ruler.current?.getBoundingClientRect().height ?? 0));
      // To the row: a redraw for every pixel would be for nothing.
      const view = {
        row: Math.floor(element.scrollTop / measured),
        height: element.clientHeight,
        rowHeight: measured,
      };
      setView((before) =>
        before.row === view.row && before.height === view.height && before.rowHeight === measured ? before : view,
      );
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(element);
    if (ruler.current) resized.observe(ruler.current);
    return () => {
      element.removeEventListener('scroll', look);
      resized.disconnect();
    };
  }, []);

  const first = Math.max(0, Math.min(row, count - 1) - spare);
  return { first, end: Math.min(count, row + Math.ceil(height / rowHeight) + 1 + spare), rowHeight };
}
