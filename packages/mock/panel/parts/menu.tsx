/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface MenuProps {
  label: string;
  button: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}

/**
 * A button that opens a small surface: the browser places it, closes it on Escape and on a click outside, and restores the focus. Escape
 * ends here, wherever the focus is: the place behind it stays. An item closes it, and so does a button of the class `closes`.
 */
export function Menu({ label, button, class: name = '', children }: MenuProps) {
  const id = useId();
  const surface = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);

  function onKeyDown(event: KeyboardEvent) {
    if (isOpen && event.key === 'Escape') event.stopPropagation();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [...(surface.current?.querySelectorAll<HTMLElement>('button:not(:disabled), input') ?? [])];
    const at = stops.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    event.preventDefault();
    stops.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % stops.length)?.focus();
  }

  return (
    <>
      <button
        type="button"
        class={`button quiet opener ${name}`}
        aria-label={label}
        aria-expanded={isOpen}
        popovertarget={id}
        onKeyDown={onKeyDown}
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
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onKeyDown={onKeyDown}
        onClick={({ target }) => {
          if ((target as Element).closest('.item, .closes')) surface.current?.hidePopover();
        }}
      >
        {isOpen && children}
      </section>
    </>
  );
}
