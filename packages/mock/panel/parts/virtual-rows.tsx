/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface VirtualRowsProps {
  label: string;
  count: number;
  /** Lines of text in a row: all rows are of one height. */
  lines: 1 | 2;
  /** Index of the selected row; -1 for none. */
  current: number;
  keyOf: (index: number) => string;
  /** The content of a row. Its main control has `data-main`. */
  row: (index: number, tabIndex: 0 | -1) => ComponentChildren;
  onMove: (index: number) => void;
  /** The row of headings: with it, the rows are those of a table. */
  head?: ComponentChildren;
  /** Called with the first shown row. */
  onShow?: (first: number) => void;
}

/** Rows above and below what is visible. */
const margin = 8;

/** A list or table that has only its visible rows in the page. Arrow keys move between the rows. */
export function VirtualRows({ label, count, lines, current, keyOf, row, onMove, head, onShow }: VirtualRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800, rowHeight: lines === 2 ? 48 : 40 });
  const { top, height, rowHeight } = view;
  const first = Math.max(0, Math.floor(top / rowHeight) - margin);
  const last = Math.min(count - 1, Math.ceil((top + height) / rowHeight) + margin);
  const wantsFocus = useRef(false);
  const currentKey = current >= 0 && current < count ? keyOf(current) : undefined;
  useLayoutEffect(() => onShow?.(first), [first]);
  useLayoutEffect(measure, [lines]);
  useAnchor(box, { count, rowHeight, keyOf });

  // The selected row comes into sight when it is selected, and when the room changes, not when rows arrive above it.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || currentKey === undefined) return;
    const headHeight = element.querySelector('thead')?.offsetHeight ?? 0;
    const [above, below] = [current * rowHeight, (current + 1) * rowHeight + headHeight];
    if (above < element.scrollTop) element.scrollTop = above;
    else if (below > element.scrollTop + element.clientHeight) element.scrollTop = below - element.clientHeight;
  }, [currentKey, rowHeight, height]);
  useLayoutEffect(() => {
    const main = box.current?.querySelector<HTMLElement>(`[data-index="${current}"] [data-main]`);
    if (!wantsFocus.current || !main) return;
    wantsFocus.current = false;
    main.focus({ preventScroll: true });
  });

  function measure() {
    const element = box.current;
    if (!element) return;
    const read = () => {
      const line = Number.parseFloat(getComputedStyle(element).lineHeight);
      const rowHeight = Math.ceil(line * lines + (lines === 2 ? 8 : 20));
      setView({ top: element.scrollTop, height: element.clientHeight, rowHeight });
    };
    const resized = new ResizeObserver(read);
    resized.observe(element);
    read();
    return () => resized.disconnect();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const focused = (event.target as Element).closest('[data-index]')?.getAttribute('data-index');
    if (focused == null || count === 0) return;
    const at = Number(focused);
    const page = Math.max(1, Math.floor(height / rowHeight) - 1);
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: count - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    wantsFocus.current = true;
    onMove(Math.min(Math.max(to, 0), count - 1));
  }

  const stop = currentKey === undefined ? first : current;
  const Row = head === undefined ? 'li' : 'tr';
  const rows: ComponentChildren[] = [];
  let next = 0;
  // What is not there keeps its height.
  const skipTo = (index: number) => {
    if (index > next)
      rows.push(
        <Row
          key={`before ${index === count ? 'end' : next}`}
          aria-hidden="true"
          style={{ height: `${(index - next) * rowHeight}px` }}
        />,
      );
    next = index;
  };
  for (const index of shownOf(first, last, currentKey === undefined ? undefined : current)) {
    skipTo(index);
    rows.push(
      <Row
        key={keyOf(index)}
        data-index={index}
        aria-setsize={head === undefined ? count : undefined}
        aria-posinset={head === undefined ? index + 1 : undefined}
        aria-rowindex={head === undefined ? undefined : index + 2}
        class="virtual-row"
        style={{ height: `${rowHeight}px` }}
      >
        {row(index, index === stop ? 0 : -1)}
      </Row>,
    );
    next = index + 1;
  }
  skipTo(count);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the controls in it
    <div
      ref={box}
      class="virtual"
      onScroll={({ currentTarget: { scrollTop: top, clientHeight: height } }) => setView({ top, height, rowHeight })}
      onKeyDown={onKeyDown}
    >
      {head === undefined ? (
        <ol aria-label={label}>{rows}</ol>
      ) : (
        <table aria-label={label} aria-rowcount={count + 1}>
          <thead>{head}</thead>
          <tbody>{rows}</tbody>
        </table>
      )}
    </div>
  );
}

/** The visible rows, and the selected one, which keeps the focus wherever the list is scrolled. */
function shownOf(first: number, last: number, current: number | undefined): number[] {
  const visible = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  if (current === undefined || (current >= first && current <= last)) return visible;
  return current < first ? [current, ...visible] : [...visible, current];
}

/** Keeps what a reader has scrolled to when rows are added above. */
function useAnchor(
  box: { readonly current: HTMLElement | null },
  { count, rowHeight, keyOf }: { count: number; rowHeight: number; keyOf: (index: number) => string },
) {
  const anchor = useRef<{ key: string; index: number } | undefined>(undefined);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const was = anchor.current;
    if (was && element.scrollTop > 0 && count > was.index && keyOf(was.index) !== was.key) {
      let moved = was.index;
      while (moved < count && keyOf(moved) !== was.key) moved++;
      if (moved < count) element.scrollTop += (moved - was.index) * rowHeight;
    }
    const top = Math.floor(element.scrollTop / rowHeight);
    anchor.current = top < count ? { key: keyOf(top), index: top } : undefined;
  });
}
