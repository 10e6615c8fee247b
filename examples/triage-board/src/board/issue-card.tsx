import type { IssueListItem } from '@issue-tracking/sdk';
import { memo } from 'react';
import { Avatar } from '../avatar.tsx';
import { dayText } from '../date-text.ts';
import { PriorityMark } from '../priority-mark.tsx';

/** Options of {@link IssueCard}. */
export interface IssueCardProps {
  issue: IssueListItem;
  onChoose(issueNumber: number): void;
}

/** Maximum labels on a card. The card shows the number of the others. */
const shownLabels = 4;

/** An issue in its column. A list item has one of two sets of fields (RES-2); the card shows those that exist. */
export const IssueCard = memo(function IssueCard({ issue, onChoose }: IssueCardProps) {
  const { issueNumber, title, priority, labels = [], assignees = [], reporterName, updatedAt } = issue;
  const [assignee] = assignees;
  return (
    <button type="button" className="card" data-issue={issueNumber} onClick={() => onChoose(issueNumber)}>
      <span className="card-top">
        <span className="number">#{issueNumber}</span>
        <PriorityMark priority={priority} />
      </span>
      <span className="card-title" dir="auto">
        {title}
      </span>
      {labels.length > 0 && (
        <span className="labels">
          {labels.slice(0, shownLabels).map((label) => (
            <span key={label} className="label" dir="auto">
              {label}
            </span>
          ))}
          {labels.length > shownLabels && <span className="label">+{labels.length - shownLabels}</span>}
        </span>
      )}
      <span className="card-foot">
        <span className="people">
          {assignee && <Avatar name={assignee} />}
          <span className="names" dir="auto">
            {peopleText(assignees, reporterName)}
          </span>
        </span>
        <time dateTime={updatedAt}>{dayText(updatedAt)}</time>
      </span>
    </button>
  );
});

function peopleText(assignees: readonly string[], reporterName: string | undefined): string {
  if (assignees.length > 0) return assignees.join(', ');
  return reporterName ? `from ${reporterName}` : 'Unassigned';
}
