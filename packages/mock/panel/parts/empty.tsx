/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

/** The placeholder of an empty view or list, with the reason and the next step. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty soft">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}
