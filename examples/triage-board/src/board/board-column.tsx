import type { IssueStatus } from '@issue-tracking/sdk';
import { useId } from 'react';
import { statusNames } from '../statuses.ts';
import type { ColumnState } from './board-state.ts';
import { IssueCard } from './issue-card.tsx';

/** Options of {@link BoardColumn}. */
export interface BoardColumnProps {
  status: IssueStatus;
  column: ColumnState;
  onChoose(issueNumber: number): void;
  onLoadMore(): void;
}

/** One status: how many issues have it, and those that are loaded. */
export function BoardColumn({ status, column, onChoose, onLoadMore }: BoardColumnProps) {
  const heading = useId();
  const left = column.total - column.issues.length;
  return (
    <section className="column" data-status={status} aria-labelledby={heading}>
      <h2 id={heading} className="column-heading">
        {statusNames[status]}
        {column.page && <span className="count">{column.total}</span>}
      </h2>
      {column.phase === 'loading' && column.issues.length === 0 && <Skeletons />}
      {column.phase === 'ready' && column.total === 0 && <p className="column-note">None</p>}
      {column.phase === 'failed' && column.issues.length === 0 && <p className="column-note">Not loaded</p>}
      {column.issues.length > 0 && (
        // A list without markers is no list to Safari's VoiceOver, unless it is said.
        // biome-ignore lint/a11y/noRedundantRoles: see above
        <ul className="cards" role="list">
          {column.issues.map((issue) => (
            <li key={issue.issueNumber}>
              <IssueCard issue={issue} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      )}
      {column.page && left > 0 && (
        <button type="button" className="button more" disabled={column.phase === 'loading'} onClick={onLoadMore}>
          {column.phase === 'loading' ? 'Loading…' : `Show more (${left} left)`}
        </button>
      )}
    </section>
  );
}

function Skeletons() {
  return (
    <div className="cards" aria-hidden="true">
      <div className="card skeleton" />
      <div className="card skeleton" />
      <div className="card skeleton" />
    </div>
  );
}
