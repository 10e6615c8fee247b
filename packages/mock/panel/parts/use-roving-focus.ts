import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Makes a group one tab stop, in which arrow keys move the focus (roving tabindex): in a grid from row to row. */
export function useRovingFocus<Group extends HTMLElement>(
  columns = 1,
): {
  ref: RefObject<Group | null>;
  onKeyDown: (event: KeyboardEvent) => void;
} {
  const ref = useRef<Group>(null);
  const items = () => [...(ref.current?.querySelectorAll<HTMLElement>('a, button:not(:disabled)') ?? [])];
  const stopAt = (all: readonly HTMLElement[], stop: HTMLElement | undefined) => {
    for (const item of all) item.tabIndex = item === stop ? 0 : -1;
  };

  useLayoutEffect(() => {
    const all = items();
    stopAt(
      all,
      all.find((item) => item.matches(':focus')) ??
        all.find((item) => item.matches('[aria-current]:not([aria-current=false]), [aria-pressed=true]')) ??
        all[0],
    );
  });

  function onKeyDown(event: KeyboardEvent) {
    const all = items();
    const at = all.findIndex((item) => item.matches(':focus'));
    const next: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowDown: at + columns,
      ArrowLeft: at - 1,
      ArrowUp: at - columns,
      Home: 0,
      End: all.length - 1,
    };
    const to = next[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const item = all.at(to % all.length);
    stopAt(all, item);
    item?.focus();
  }

  return { ref, onKeyDown };
}
