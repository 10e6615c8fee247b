import { issueStatuses } from '@issue-tracking/model';
import type { IssueTrackingClient } from '@issue-tracking/sdk';
import { useState } from 'react';
import { errorText } from '../error-text.ts';
import { IssueDrawer } from '../issue/issue-drawer.tsx';
import { statusNames } from '../statuses.ts';
import { BoardColumn } from './board-column.tsx';
import type { ColumnState } from './board-state.ts';
import { useBoard } from './use-board.ts';

/** Options of {@link TriageBoard}. */
export interface TriageBoardProps {
  client: IssueTrackingClient;
  projectId: string;
  /** Shown above the board. */
  title: string;
}

/** A project's issues by status; choosing one shows everything captured with it and lets its status be changed. */
export function TriageBoard({ client, projectId, title }: TriageBoardProps) {
  const board = useBoard(client, projectId);
  const [chosen, choose] = useState<number | null>(null);
  const [news, setNews] = useState('');
  const columns = issueStatuses.map((status) => board.columns[status]);
  const isLoading = columns.some(({ phase }) => phase === 'loading');
  const isEmpty = columns.every(({ phase, total }) => phase === 'ready' && total === 0);

  return (
    <main className="board" aria-busy={isLoading}>
      <header className="board-header">
        <h1>{title}</h1>
        <p>{countText(columns)}</p>
      </header>
      {board.error !== null && (
        <div className="banner" role="alert">
          <p>{errorText(board.error)}</p>
          <button type="button" className="button" onClick={board.retry}>
            Try again
          </button>
        </div>
      )}
      {isEmpty && (
        <div className="empty-board">
          <h2>Nothing to triage</h2>
          <p>Issues that people report with the browser extension appear here.</p>
        </div>
      )}
      {!isEmpty && (
        <div className="columns">
          {issueStatuses.map((status) => (
            <BoardColumn
              key={status}
              status={status}
              column={board.columns[status]}
              onChoose={choose}
              onLoadMore={() => board.loadMore(status)}
            />
          ))}
        </div>
      )}
      <p className="visually-hidden" role="status">
        {news}
      </p>
      {chosen !== null && (
        <IssueDrawer
          key={chosen}
          client={client}
          projectId={projectId}
          issueNumber={chosen}
          onClose={() => choose(null)}
          onStatusChange={(to) => {
            board.move(chosen, to);
            setNews(`#${chosen} is now ${statusNames[to]}`);
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
