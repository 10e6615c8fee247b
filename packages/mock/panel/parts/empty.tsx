/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

/** What stands where nothing is: why, and what to do next. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}
