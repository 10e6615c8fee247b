/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

/** The placeholder of an empty view or list: why it is empty, and what to do next. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}
