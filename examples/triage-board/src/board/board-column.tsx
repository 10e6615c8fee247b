import type { IssueStatus } from '@issue-tracking/sdk';
import { useId } from 'react';
import { statusNames } from '../names.ts';
import type { ColumnState } from './board-state.ts';
import { CardList } from './card-list.tsx';

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
  return (
    <section className="column" data-status={status} aria-labelledby={heading}>
      <h2 id={heading} className="column-heading">
        {statusNames[status]}
        {column.page && <span className="count">{column.total}</span>}
      </h2>
      <ColumnContent column={column} onChoose={onChoose} onLoadMore={onLoadMore} />
    </section>
  );
}

/** The content of a column without its heading. On a phone the tab is the heading. */
export function ColumnContent({ column, onChoose, onLoadMore }: Omit<BoardColumnProps, 'status'>) {
  if (column.issues.length > 0) return <CardList column={column} onChoose={onChoose} onLoadMore={onLoadMore} />;
  if (column.phase === 'loading') return <Skeletons />;
  return <p className="column-note">{column.phase === 'failed' ? 'Not loaded' : 'None'}</p>;
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
