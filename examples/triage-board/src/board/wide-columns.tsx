import { type IssueStatus, issueStatuses } from '@issue-tracking/sdk';
import { type ReactNode, useRef } from 'react';
import { useHiddenSides } from './use-hidden-sides.ts';

/** Options of {@link WideColumns}. */
export interface WideColumnsProps {
  /** Shows one column. */
  children(status: IssueStatus): ReactNode;
}

/** All columns side by side; where they don't fit they scroll, and a shadow shows on which side there are more. */
export function WideColumns({ children }: WideColumnsProps) {
  const scroller = useRef<HTMLElement>(null);
  const hidden = useHiddenSides(scroller);
  const scrolls = hidden.start || hidden.end;
  return (
    <div className="columns-frame" data-hidden-start={hidden.start} data-hidden-end={hidden.end}>
      {/* Reached by the keyboard, so that arrow keys scroll it, also while it has no cards. */}
      <section ref={scroller} className="columns" aria-label="Issues by status" tabIndex={scrolls ? 0 : undefined}>
        {issueStatuses.map((status) => children(status))}
      </section>
    </div>
  );
}
