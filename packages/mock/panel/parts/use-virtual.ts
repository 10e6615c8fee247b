import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

interface VirtualOptions {
  count: number;
  scroller: RefObject<HTMLElement | null>;
  /** An element with the height of a row, which depends on text size and panel width. */
  ruler: RefObject<HTMLElement | null>;
}

interface VirtualRows {
  /** The first rendered row, and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** Height of a row in whole pixels. */
  readonly rowHeight: number;
}

/** Number of rows rendered above and below the visible ones, so that scrolling shows no gap. */
const spare = 10;

/** Returns the rows of a list to render. All have the same height. */
export function useVirtual({ count, scroller, ruler }: VirtualOptions): VirtualRows {
  const [{ row, height, rowHeight }, setView] = useState({ row: 0, height: 600, rowHeight: 30 });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const measured = Math.max(1, Math.round(ruler.current?.getBoundingClientRect().height ?? 0));
      // Whole rows, to avoid a render for every pixel.
      const view = {
        row: Math.floor(element.scrollTop / measured),
        height: element.clientHeight,
        rowHeight: measured,
      };
      setView((before) =>
        before.row === view.row && before.height === view.height && before.rowHeight === measured ? before : view,
      );
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    if (ruler.current) resized.observe(ruler.current);
    return () => {
      element.removeEventListener('scroll', measure);
      resized.disconnect();
    };
  }, []);

  const first = Math.max(0, Math.min(row, count - 1) - spare);
  return { first, end: Math.min(count, row + Math.ceil(height / rowHeight) + 1 + spare), rowHeight };
}
