import { type IssueStatus, type IssueTrackingClient, issueStatuses } from '@issue-tracking/sdk';
import { useCallback, useRef, useState } from 'react';
import { Column } from './column.tsx';
import { FailureBanner } from './failure-banner.tsx';
import { FilterBar } from './filter-bar.tsx';
import { IssueDrawer } from './issue-drawer.tsx';
import { priorityNames, statusHues, statusNames, withHue } from './texts.ts';
import { type BoardFilters, type ColumnState, useBoard } from './use-board.ts';

/** Options of {@link TriageBoard}. */
export interface TriageBoardProps {
  client: IssueTrackingClient;
  projectId: string;
  title: string;
}

/** A project's issues by status; choosing one shows everything captured with it and lets people work on it. */
export function TriageBoard({ client, projectId, title }: TriageBoardProps) {
  const [filters, setFilters] = useState<BoardFilters>({});
  const { columns, error, loadMore, retry, change } = useBoard(client, projectId, filters);
  const [tab, setTab] = useState<IssueStatus>('open');
  const [chosen, setChosen] = useState<number | null>(null);
  const [news, setNews] = useState('');
  const board = useRef<HTMLElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Cards render again only if a prop changes, so this callback must stay the same.
  const choose = useCallback((issueNumber: number) => setChosen(issueNumber), []);

  const all = issueStatuses.map((status) => columns[status]);
  const isEmpty = all.every(({ phase, total }) => phase === 'ready' && total === 0);

  /** Does what a button is for that goes away then. The focus must not go with it. */
  function andFocusHeading(action: () => void): void {
    action();
    heading.current?.focus();
  }

  function close(): void {
    // The dialog gives the focus back to the card it was opened from, which is gone when the issue has moved.
    const card = board.current?.querySelector<HTMLElement>(`[data-issue="${chosen}"]`);
    (card?.checkVisibility() ? card : heading.current)?.focus();
    setChosen(null);
  }

  return (
    <main ref={board} className="board" aria-busy={all.some(({ phase }) => phase === 'loading')}>
      <div className="board-content">
        <header className="board-header">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p role="status">{countText(all)}</p>
          <FilterBar ref={form} labels={labelsOf(all)} onChange={setFilters} />
        </header>
        {error !== null && <FailureBanner error={error} onRetry={() => andFocusHeading(retry)} />}
        {isEmpty ? (
          <NothingHere
            isFiltered={Object.values(filters).some(Boolean)}
            onClear={() =>
              andFocusHeading(() => {
                form.current?.reset();
                setFilters({});
              })
            }
          />
        ) : (
          <>
            <nav className="tabs" aria-label="Status">
              {issueStatuses.map((status) => (
                <button
                  key={status}
                  type="button"
                  style={withHue(statusHues[status])}
                  aria-pressed={status === tab}
                  onClick={() => setTab(status)}
                >
                  {statusNames[status]}
                  {columns[status].page && <span className="count">{columns[status].total}</span>}
                </button>
              ))}
            </nav>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll it */}
            <section className="columns" aria-label="Issues by status" tabIndex={0}>
              {issueStatuses.map((status) => (
                <Column
                  key={status}
                  status={status}
                  column={columns[status]}
                  isTab={status === tab}
                  onChoose={choose}
                  onLoadMore={() => loadMore(status)}
                />
              ))}
            </section>
          </>
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
          onChange={(changes) => {
            change(chosen, changes);
            if (changes.status) setNews(`#${chosen} is now ${statusNames[changes.status]}`);
            if (changes.priority) setNews(`The priority of #${chosen} is now ${priorityNames[changes.priority]}`);
          }}
        />
      )}
    </main>
  );
}

/** Instead of six empty columns: why there is nothing, and what to do. */
function NothingHere({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) {
  return (
    <div className="empty-board">
      <h2>{isFiltered ? 'No issue matches' : 'Nothing to triage'}</h2>
      {isFiltered ? (
        <button type="button" className="button" onClick={onClear}>
          Show all issues
        </button>
      ) : (
        <p>Issues that people report with the browser extension appear here.</p>
      )}
    </div>
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
  return [...new Set(columns.flatMap(({ issues }) => issues.flatMap((issue) => issue.labels ?? [])))].sort();
}
