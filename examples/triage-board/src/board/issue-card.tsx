import type { IssueListItem } from '@issue-tracking/sdk';
import { dayText } from '../date-text.ts';

/** Options of {@link IssueCard}. */
export interface IssueCardProps {
  issue: IssueListItem;
  onChoose(issueNumber: number): void;
}

/** An issue in its column. The service describes two sets of fields (RES-2): it shows what there is of either. */
export function IssueCard({ issue, onChoose }: IssueCardProps) {
  const { issueNumber, title, priority, labels = [], assignees = [], reporterName, updatedAt } = issue;
  return (
    <button type="button" className="card" onClick={() => onChoose(issueNumber)}>
      <span className="card-top">
        <span className="number">#{issueNumber}</span>
        <span className="priority" data-priority={priority}>
          {priority}
        </span>
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
        <span>{peopleText(assignees, reporterName)}</span>
        <time dateTime={updatedAt}>{dayText(updatedAt)}</time>
      </span>
    </button>
  );
}

function peopleText(assignees: readonly string[], reporterName: string | undefined): string {
  if (assignees.length > 0) return assignees.join(', ');
  return reporterName ? `from ${reporterName}` : 'Unassigned';
}
