/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

interface TableProps {
  label: string;
  /** Of the columns. The column without one has buttons, which say themselves what they do. */
  heads: readonly string[];
  children: ComponentChildren;
}

/** A table. Where there is no room for columns its rows are cards, in which a cell's `data-label` says what it is. */
export function Table({ label, heads, children }: TableProps) {
  return (
    <div class="table-frame">
      <table class="table" aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head || <span class="unseen">What to do</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
