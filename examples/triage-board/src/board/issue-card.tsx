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

/** An issue in its column. The service describes two sets of fields (RES-2): it shows what there is of either. */
export const IssueCard = memo(function IssueCard({ issue, onChoose }: IssueCardProps) {
  const { issueNumber, title, priority, labels = [], assignees = [], reporterName, updatedAt } = issue;
  const [assignee] = assignees;
  return (
    <button type="button" className="card" data-issue={issueNumber} onClick={() => onChoose(issueNumber)}>
      <span className="card-top">
        <span className="number">#{issueNumber}</span>
        <PriorityMark priority={priority} />
      </span>
      <span className="card-title">{title}</span>
      {labels.length > 0 && (
        <span className="labels">
          {labels.map((label) => (
            <span key={label} className="label">
              {label}
            </span>
          ))}
        </span>
      )}
      <span className="card-foot">
        <span className="people">
          {assignee && <Avatar name={assignee} />}
          <span className="names">{peopleText(assignees, reporterName)}</span>
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
