import { type IssueStatus, issueStatuses } from '@issue-tracking/sdk';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { statusNames } from '../names.ts';
import type { BoardState } from './board-state.ts';

/** Options of {@link StatusTabs}. */
export interface StatusTabsProps {
  columns: BoardState['columns'];
  /** Shows the chosen column. */
  children(status: IssueStatus): ReactNode;
}

/** One column at a time, for a phone: a tab for each status. Arrow keys go from tab to tab, as in any tab list. */
export function StatusTabs({ columns, children }: StatusTabsProps) {
  const [chosen, choose] = useState<IssueStatus>('open');
  const tabs = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();

  // The tabs stay in sight while the page scrolls: another column begins below them, and not where the one before was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another column is scrolled to
  useLayoutEffect(() => {
    const [above, below] = [tabs.current?.getBoundingClientRect(), panel.current?.getBoundingClientRect()];
    if (above && below && above.bottom > below.top) scrollBy(0, below.top - above.bottom);
  }, [chosen]);

  function go(event: KeyboardEvent): void {
    const to = tabFor(event.key, issueStatuses.indexOf(chosen));
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
    tabs.current?.querySelector<HTMLElement>(`[data-status="${to}"]`)?.focus();
  }

  return (
    <div className="tabbed">
      <div ref={tabs} className="tabs" role="tablist" aria-label="Status" onKeyDown={go}>
        {issueStatuses.map((status) => (
          <button
            key={status}
            type="button"
            role="tab"
            id={`${id}-${status}`}
            className="tab"
            data-status={status}
            aria-selected={status === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={status === chosen ? 0 : -1}
            onClick={() => choose(status)}
          >
            {statusNames[status]} {columns[status].page && <span className="count">{columns[status].total}</span>}
          </button>
        ))}
      </div>
      <div
        ref={panel}
        key={chosen}
        id={`${id}-panel`}
        role="tabpanel"
        className="column"
        data-status={chosen}
        aria-labelledby={`${id}-${chosen}`}
      >
        {children(chosen)}
      </div>
    </div>
  );
}

function tabFor(key: string, at: number): IssueStatus | undefined {
  const last = issueStatuses.length - 1;
  if (key === 'ArrowRight') return issueStatuses[at === last ? 0 : at + 1];
  if (key === 'ArrowLeft') return issueStatuses[at === 0 ? last : at - 1];
  if (key === 'Home') return issueStatuses[0];
  return key === 'End' ? issueStatuses[last] : undefined;
}
