/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

/** A table, which scrolls by itself where it is wider than the screen: with the keyboard too. */
export function TableScroller({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section class="table-scroller" aria-label={label} tabIndex={0}>
      <table class="table">{children}</table>
    </section>
  );
}
