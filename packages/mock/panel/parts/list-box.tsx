/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ShowMore } from './show-more.tsx';

interface ListBoxProps<Item> {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  selected: string | undefined;
  onSelect: (item: Item) => void;
  /** Called on Enter and on a double click. */
  onOpen: (item: Item) => void;
  children: (item: Item) => ComponentChildren;
}

/** Number of rows at first, and of those that are added to them. */
const step = 200;

/**
 * The first rows of a list, and a button for more. The list itself has the focus and names its selected row. The browser keeps the
 * place when rows are added above.
 */
export function ListBox<Item>({ label, items, keyOf, selected, onSelect, onOpen, children }: ListBoxProps<Item>) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const [wanted, setWanted] = useState(step);
  const at = selected === undefined ? -1 : items.findIndex((item) => keyOf(item) === selected);
  const last = useRef<string | undefined>(undefined);
  // The selected row is always there, and what a reader has scrolled to stays when rows are added above.
  const isAway = (list.current?.scrollTop ?? 0) > 0;
  const lastRead = isAway ? items.findIndex((item) => keyOf(item) === last.current) : -1;
  const shown = items.slice(0, Math.max(wanted, at + 1, lastRead + 1));
  const end = shown.at(-1);
  last.current = end && keyOf(end);

  useLayoutEffect(() => {
    if (!list.current || at < 0) return;
    const show = () => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
    show();
    // In a narrower list the rows above have more lines.
    const resized = new ResizeObserver(show);
    resized.observe(list.current);
    return () => resized.disconnect();
  }, [selected, at >= 0]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { clientHeight = 0, firstElementChild } = list.current ?? {};
    const page = Math.max(1, Math.floor(clientHeight / (firstElementChild?.clientHeight || clientHeight)) - 1);
    const target: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: shown.length - 1,
    };
    const to = target[event.key];
    const item = items[to === undefined ? at : Math.min(Math.max(to, 0), items.length - 1)];
    if (item === undefined || (to === undefined && event.key !== 'Enter')) return;
    if (to === undefined) onOpen(item);
    else onSelect(item);
    event.preventDefault();
  }

  return (
    <>
      <div
        ref={list}
        class="list"
        role="listbox"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={at >= 0 ? `${id}-${selected}` : undefined}
        onKeyDown={onKeyDown}
      >
        {shown.map((item) => {
          const key = keyOf(item);
          return (
            // The list has the focus and handles the keys.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            // biome-ignore lint/a11y/useFocusableInteractive: see above
            <div
              key={key}
              id={`${id}-${key}`}
              role="option"
              aria-selected={key === selected}
              onClick={() => onSelect(item)}
              onDblClick={() => onOpen(item)}
            >
              {children(item)}
            </div>
          );
        })}
      </div>
      <ShowMore step={step} shown={shown.length} total={items.length} onMore={() => setWanted(shown.length + step)} />
    </>
  );
}
