/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { useVirtual } from './use-virtual.ts';

interface VirtualListProps<Item> {
  label: string;
  /** A class whose style sets `--row-height`. */
  class: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  selected: string | undefined;
  onSelect: (item: Item) => void;
  /** Called on Enter and on a double click. */
  onOpen?: (item: Item) => void;
  children: (item: Item) => ComponentChildren;
}

/** A scroll position: the first visible row, and its hidden height in pixels. */
interface Anchor {
  key: string;
  above: number;
}

/**
 * A list of any length with arrow keys. The list itself has the focus and names its selected row, so that scrolling never
 * removes the focused element. Rows that are added above don't move the visible ones.
 */
export function VirtualList<Item>({
  label,
  items,
  keyOf,
  selected,
  onSelect,
  onOpen,
  children,
  ...rest
}: VirtualListProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor | null>(null);
  const id = useId();
  const { first, end, rowHeight } = useVirtual({ count: items.length, scroller, ruler });
  const at = selected === undefined ? -1 : items.findIndex((item) => keyOf(item) === selected);

  useLayoutEffect(() => {
    const element = scroller.current;
    const before = anchor.current;
    if (!element || !before) return;
    const index = items.findIndex((item) => keyOf(item) === before.key);
    if (index < 0) return;
    const top = index * rowHeight + before.above;
    if (Math.abs(element.scrollTop - top) >= 1) element.scrollTop = top;
  }, [items, rowHeight]);

  useEffect(() => {
    const element = scroller.current;
    if (!element || at < 0) return;
    const top = at * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + rowHeight - element.clientHeight;
    }
  }, [selected]);

  function remember() {
    const top = scroller.current?.scrollTop ?? 0;
    const highest = items[Math.floor(top / rowHeight)];
    // At the very top, new rows are shown.
    anchor.current = top > 0 && highest !== undefined ? { key: keyOf(highest), above: top % rowHeight } : null;
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const target: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at < 0 ? 0 : at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: items.length - 1,
    };
    const wanted = target[event.key];
    const item = items[at];
    if (wanted !== undefined) {
      const next = items[Math.min(Math.max(wanted, 0), items.length - 1)];
      if (next !== undefined) onSelect(next);
    } else if (event.key === 'Enter' && item !== undefined) onOpen?.(item);
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={scroller}
      class={`virtual-list ${rest.class}`}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={at >= 0 ? `${id}-${selected}` : undefined}
      onKeyDown={onKeyDown}
      onScroll={remember}
    >
      <div ref={ruler} class="row-ruler" role="presentation" />
      <div class="virtual-rows" role="presentation" style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(first, end).map((item, offset) => {
          const index = first + offset;
          const key = keyOf(item);
          return (
            // The list has the focus and handles the keys.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            // biome-ignore lint/a11y/useFocusableInteractive: see above
            <div
              key={key}
              id={`${id}-${key}`}
              class="virtual-row"
              role="option"
              aria-selected={key === selected}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ height: `${rowHeight}px`, transform: `translateY(${index * rowHeight}px)` }}
              onClick={() => onSelect(item)}
              onDblClick={() => onOpen?.(item)}
            >
              {children(item)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
