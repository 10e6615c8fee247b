import { useLayoutEffect, useRef } from 'react';
import type { ColumnState } from './board-state.ts';
import { IssueCard } from './issue-card.tsx';

/** Options of {@link CardList}. */
export interface CardListProps {
  column: ColumnState;
  onChoose(issueNumber: number): void;
  onLoadMore(): void;
}

/**
 * The cards of a column. Those outside the view are neither laid out nor painted (`content-visibility` in card.css), so
 * a thousand are no slower than twenty, and they are still found by the browser's search and read by screen readers.
 */
export function CardList({ column, onChoose, onLoadMore }: CardListProps) {
  const { issues, total, phase } = column;
  const list = useRef<HTMLUListElement>(null);
  const firstNew = useRef<number>(null);
  const left = total - issues.length;
  const isLoading = phase === 'loading';

  // The button moves down, or is gone after the last page: the focus goes on with the first card that came.
  useLayoutEffect(() => {
    if (firstNew.current === null || issues.length <= firstNew.current) return;
    list.current?.children[firstNew.current]?.querySelector('button')?.focus();
    firstNew.current = null;
  }, [issues.length]);

  return (
    <div className="column-scroll">
      {/* A list without markers is no list to Safari's VoiceOver, unless it is said. */}
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <ul ref={list} className="cards" role="list">
        {issues.map((issue) => (
          <li key={issue.issueNumber}>
            <IssueCard issue={issue} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {column.page && left > 0 && (
        <button
          type="button"
          className="button more"
          aria-disabled={isLoading}
          onClick={() => {
            if (isLoading) return;
            firstNew.current = issues.length;
            onLoadMore();
          }}
        >
          {isLoading ? 'Loading…' : `Show more (${left} left)`}
        </button>
      )}
    </div>
  );
}
