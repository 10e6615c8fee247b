import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Makes a group one tab stop, in which arrow keys move the focus (roving tabindex). */
export function useRovingFocus<Group extends HTMLElement>(): {
  ref: RefObject<Group | null>;
  onKeyDown: (event: KeyboardEvent) => void;
} {
  const ref = useRef<Group>(null);
  const items = () => [...(ref.current?.querySelectorAll<HTMLElement>('a, button:not(:disabled)') ?? [])];

  useLayoutEffect(() => {
    const all = items();
    const current =
      all.find((item) => item.matches('[aria-current]:not([aria-current=false]), [aria-pressed=true]')) ?? all[0];
    for (const item of all) item.tabIndex = item === current ? 0 : -1;
  });

  function onKeyDown(event: KeyboardEvent) {
    const all = items();
    // The panel may be in a shadow root, which has an active element of its own.
    const root = ref.current?.getRootNode() as Document | ShadowRoot | undefined;
    const at = all.findIndex((item) => item.isSameNode(root?.activeElement ?? null));
    const next: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: all.length - 1,
    };
    const wanted = next[event.key];
    if (at < 0 || wanted === undefined) return;
    event.preventDefault();
    all[(wanted + all.length) % all.length]?.focus();
  }

  return { ref, onKeyDown };
}
