/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

interface TableProps {
  label: string;
  /** Headings of the columns; empty for a column of buttons. */
  heads: readonly string[];
  children: ComponentChildren;
}

/** A table. In a narrow panel its rows are cards, in which a cell's `data-label` is its heading. */
export function Table({ label, heads, children }: TableProps) {
  return (
    <div class="box">
      <table class="cards" aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head || <span class="unseen">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
