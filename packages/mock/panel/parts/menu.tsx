/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface MenuProps {
  /** The accessible name, if the button's content is none. */
  label: string;
  button: ComponentChildren;
  class?: string;
  /** What is in it; drawn only while it is open. */
  children: (close: () => void) => ComponentChildren;
}

/**
 * A button that opens a small surface: the browser closes it on Escape and on a click outside, and restores the focus. Escape ends here,
 * wherever the focus is: the place behind it stays.
 */
export function Menu({ label, button, class: name = '', children }: MenuProps) {
  const id = useId();
  const surface = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => surface.current?.hidePopover();

  function place() {
    const from = opener.current?.getBoundingClientRect();
    const to = surface.current;
    if (!from || !to) return;
    const { width, height } = to.getBoundingClientRect();
    const isBelow = from.bottom + height + 12 <= innerHeight || from.top < height;
    to.style.left = `${Math.max(8, Math.min(from.left, innerWidth - width - 8))}px`;
    to.style.top = `${isBelow ? Math.min(from.bottom + 4, Math.max(8, innerHeight - height - 8)) : from.top - height - 4}px`;
  }

  return (
    <>
      <button
        ref={opener}
        type="button"
        class={`button quiet opener ${name}`}
        aria-label={label}
        aria-expanded={isOpen}
        popovertarget={id}
        onKeyDown={(event) => {
          if (isOpen && event.key === 'Escape') event.stopPropagation();
        }}
      >
        {button}
        <Icon name="down" />
      </button>
      <section
        ref={surface}
        id={id}
        popover="auto"
        class="surface"
        aria-label={label}
        onToggle={(event) => {
          setOpen(event.newState === 'open');
          if (event.newState === 'open') requestAnimationFrame(place);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') return event.stopPropagation();
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          const stops = [...(surface.current?.querySelectorAll<HTMLElement>('button:not(:disabled), input') ?? [])];
          const at = stops.indexOf(event.target as HTMLElement);
          if (at < 0) return;
          event.preventDefault();
          stops.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % stops.length)?.focus();
        }}
      >
        {isOpen && children(close)}
      </section>
    </>
  );
}

/** An action in a menu. */
export function MenuItem({
  onClick,
  children,
  hint,
  disabled,
}: {
  onClick: () => void;
  children: ComponentChildren;
  hint?: string;
  disabled?: boolean;
}) {
  return (
    <button type="button" class="menu-item" onClick={onClick} disabled={disabled}>
      <span>{children}</span>
      {hint && <span class="soft">{hint}</span>}
    </button>
  );
}
