import type { IssueListItem, IssueStatus } from '@issue-tracking/sdk';
import { memo, useId, useLayoutEffect, useRef } from 'react';
import { Avatar } from './avatar.tsx';
import { dayText, priorityNames, statusHues, statusNames, withHue } from './texts.ts';
import type { ColumnState } from './use-board.ts';

/** Options of {@link Column}. */
export interface ColumnProps {
  status: IssueStatus;
  column: ColumnState;
  /** Whether this is the column that a phone shows. */
  isTab: boolean;
  onChoose(issueNumber: number): void;
  onLoadMore(): void;
}

/** One status: how many issues have it, and those that are loaded. */
export function Column({ status, column, isTab, onChoose, onLoadMore }: ColumnProps) {
  const { issues, phase, page, total } = column;
  const heading = useId();
  return (
    <section className="column" style={withHue(statusHues[status])} data-tab={isTab} aria-labelledby={heading}>
      <h2 id={heading}>
        {statusNames[status]}
        {page && <span className="count">{total}</span>}
      </h2>
      {issues.length > 0 ? (
        <Cards column={column} onChoose={onChoose} onLoadMore={onLoadMore} />
      ) : phase === 'loading' ? (
        <div className="cards" aria-hidden="true">
          <div className="skeleton" />
          <div className="skeleton" />
          <div className="skeleton" />
        </div>
      ) : (
        <p className="note">{phase === 'failed' ? 'Not loaded' : 'None'}</p>
      )}
    </section>
  );
}

function Cards({ column, onChoose, onLoadMore }: Pick<ColumnProps, 'column' | 'onChoose' | 'onLoadMore'>) {
  const { issues, total, phase, page } = column;
  const list = useRef<HTMLUListElement>(null);
  const firstNew = useRef(Number.POSITIVE_INFINITY);
  const isLoading = phase === 'loading';

  // "Show more" moves down, or is gone after the last page: the focus goes on with the first card that came.
  useLayoutEffect(() => {
    if (issues.length <= firstNew.current) return;
    list.current?.children[firstNew.current]?.querySelector('button')?.focus();
    firstNew.current = Number.POSITIVE_INFINITY;
  }, [issues.length]);

  function loadMore(): void {
    if (isLoading) return;
    firstNew.current = issues.length;
    onLoadMore();
  }

  return (
    <div className="column-scroll">
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari's VoiceOver takes a list without markers for none */}
      <ul ref={list} className="cards" role="list">
        {issues.map((issue) => (
          <li key={issue.issueNumber}>
            <IssueCard issue={issue} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {page && total > issues.length && (
        <button type="button" className="button" aria-disabled={isLoading} onClick={loadMore}>
          {isLoading ? 'Loading…' : `Show more (${total - issues.length} left)`}
        </button>
      )}
    </div>
  );
}

/** Maximum labels on a card. The card shows the number of the others. */
const shownLabels = 4;

/** An issue in its column. A list item has a reporter, or labels and assignees (RES-2); the card shows what it has. */
const IssueCard = memo(function IssueCard({ issue, onChoose }: { issue: IssueListItem; onChoose(n: number): void }) {
  const { issueNumber, title, priority, labels = [], assignees = [], reporterName, updatedAt } = issue;
  const [assignee] = assignees;
  const chips =
    labels.length > shownLabels ? [...labels.slice(0, shownLabels), `+${labels.length - shownLabels}`] : labels;
  return (
    <button type="button" className="card" data-issue={issueNumber} onClick={() => onChoose(issueNumber)}>
      <span className="row">
        <span className="number">#{issueNumber}</span>
        <span className="priority" data-priority={priority}>
          {priorityNames[priority]}
        </span>
      </span>
      <span className="card-title" dir="auto">
        {title}
      </span>
      {chips.length > 0 && (
        <span className="labels">
          {chips.map((label) => (
            <span key={label} className="label" dir="auto">
              {label}
            </span>
          ))}
        </span>
      )}
      <span className="row small">
        <span className="people">
          {assignee && <Avatar name={assignee} />}
          <span className="names" dir="auto">
            {assignee ? assignees.join(', ') : reporterName ? `from ${reporterName}` : 'Unassigned'}
          </span>
        </span>
        <time dateTime={updatedAt}>{dayText(updatedAt)}</time>
      </span>
    </button>
  );
});
