import { type IssueTrackingClient, issueStatuses } from '@issue-tracking/sdk';
import { useCallback, useRef, useState } from 'react';
import { IssueDrawer } from '../issue/issue-drawer.tsx';
import { priorityNames, statusNames } from '../names.ts';
import { useHasWidth } from '../use-has-width.ts';
import { useKeptFocus } from '../use-kept-focus.ts';
import { BoardColumn, ColumnContent } from './board-column.tsx';
import type { ColumnState } from './board-state.ts';
import { FailureBanner } from './failure-banner.tsx';
import { type BoardFilters, FilterBar } from './filter-bar.tsx';
import { NothingHere } from './nothing-here.tsx';
import { StatusTabs } from './status-tabs.tsx';
import { useBoard } from './use-board.ts';
import { WideColumns } from './wide-columns.tsx';

/** Options of {@link TriageBoard}. */
export interface TriageBoardProps {
  client: IssueTrackingClient;
  projectId: string;
  /** Shown above the board. */
  title: string;
}

/** A project's issues by status; choosing one shows everything captured with it and lets people work on it. */
export function TriageBoard({ client, projectId, title }: TriageBoardProps) {
  const [filters, setFilters] = useState<BoardFilters>({});
  const board = useBoard(client, projectId, filters);
  const [chosen, setChosen] = useState<number | null>(null);
  const [news, setNews] = useState('');
  const missingWidth = useRef<HTMLDivElement>(null);
  const isNarrow = useHasWidth(missingWidth);
  const area = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useKeptFocus(area, heading);
  // Cards render again only if a prop changes, so this callback must stay the same.
  const choose = useCallback((issueNumber: number) => setChosen(issueNumber), []);

  const columns = issueStatuses.map((status) => board.columns[status]);
  const isLoading = columns.some(({ phase }) => phase === 'loading');
  const isEmpty = columns.every(({ phase, total }) => phase === 'ready' && total === 0);
  const isRetrying = columns.every(({ phase }) => phase !== 'failed');
  const isFiltered = Object.values(filters).some((value) => value !== undefined);

  // Typed text applies after a delay, in which another filter may change.
  const change = (changed: BoardFilters) => setFilters((before) => ({ ...before, ...changed }));

  function close(): void {
    // The dialog gives the focus back to the card it was opened from, which is gone when the issue has moved.
    const card = area.current?.querySelector<HTMLElement>(`[data-issue="${chosen}"]`);
    (card ?? heading.current)?.focus();
    setChosen(null);
  }

  return (
    <main ref={area} className="board" aria-busy={isLoading}>
      <div ref={missingWidth} className="missing-width" />
      <div className="board-content">
        <header className="board-header">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p role="status">{countText(columns)}</p>
          <FilterBar filters={filters} labels={labelsOf(columns)} onChange={change} />
        </header>
        {board.error !== null && <FailureBanner error={board.error} isRetrying={isRetrying} onRetry={board.retry} />}
        {isEmpty && <NothingHere isFiltered={isFiltered} onClear={() => setFilters({})} />}
        {!isEmpty && isNarrow && (
          <StatusTabs columns={board.columns}>
            {(status) => (
              <ColumnContent
                column={board.columns[status]}
                onChoose={choose}
                onLoadMore={() => board.loadMore(status)}
              />
            )}
          </StatusTabs>
        )}
        {!isEmpty && !isNarrow && (
          <WideColumns>
            {(status) => (
              <BoardColumn
                key={status}
                status={status}
                column={board.columns[status]}
                onChoose={choose}
                onLoadMore={() => board.loadMore(status)}
              />
            )}
          </WideColumns>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {news}
      </p>
      {chosen !== null && (
        <IssueDrawer
          key={chosen}
          client={client}
          projectId={projectId}
          issueNumber={chosen}
          onClose={close}
          onStatusChange={(to) => {
            board.move(chosen, to);
            setNews(`#${chosen} is now ${statusNames[to]}`);
          }}
          onPriorityChange={(to) => {
            board.prioritize(chosen, to);
            setNews(`The priority of #${chosen} is now ${priorityNames[to]}`);
          }}
        />
      )}
    </main>
  );
}

/** How many issues there are, as far as the columns know. */
function countText(columns: readonly ColumnState[]): string {
  const total = columns.reduce((sum, column) => sum + column.total, 0);
  const issues = total === 1 ? '1 issue' : `${total} issues`;
  if (columns.every(({ page }) => page)) return issues;
  if (columns.some(({ phase }) => phase === 'loading')) return 'Loading issues…';
  return total > 0 ? `${issues} so far` : '';
}

/** The labels on the cards that are there, to suggest. */
function labelsOf(columns: readonly ColumnState[]): string[] {
  const labels = columns.flatMap(({ issues }) => issues.flatMap((issue) => issue.labels ?? []));
  return [...new Set(labels)].sort();
}
