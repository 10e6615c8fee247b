import type { ReactNode } from 'react';

/** Options of {@link EntryList}. */
export interface EntryListProps<Entry> {
  title: string;
  entries: readonly Entry[];
  /** Shows one entry. */
  children(entry: Entry): ReactNode;
}

/** Entries under a title with their number; open if there are any. */
export function EntryList<Entry>({ title, entries, children }: EntryListProps<Entry>) {
  return (
    <details className="captured" open={entries.length > 0}>
      <summary>
        {title} <span className="count">{entries.length}</span>
      </summary>
      <ul>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: captured once, they never change
          <li key={index}>{children(entry)}</li>
        ))}
      </ul>
    </details>
  );
}
