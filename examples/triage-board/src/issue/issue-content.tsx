import {
  type IssueContext,
  type IssuePriority,
  type IssueTrackingClient,
  type SettableStatus,
  settableStatuses,
} from '@issue-tracking/sdk';
import { priorities, priorityNames, statusNames } from '../names.ts';
import { CapturedContext } from './captured-context.tsx';
import { ChoiceField } from './choice-field.tsx';
import { Comments } from './comments.tsx';
import { IssueFacts } from './issue-facts.tsx';
import { Screenshots } from './screenshots.tsx';

/** Options of {@link IssueContent}. */
export interface IssueContentProps {
  client: IssueTrackingClient;
  projectId: string;
  context: IssueContext;
  onStatusChange(to: SettableStatus): void;
  onPriorityChange(to: IssuePriority): void;
}

/** A loaded issue. Each change waits for the service, and the board is updated after a success. */
export function IssueContent({ client, projectId, context, onStatusChange, onPriorityChange }: IssueContentProps) {
  const { issue, screenshots, comments } = context;
  const { issueNumber } = issue;
  return (
    <>
      <div className="choices">
        <ChoiceField
          label="Status"
          value={issue.status}
          values={settableStatuses}
          names={statusNames}
          onChange={async (to) => {
            const status = settableStatuses.find((each) => each === to);
            if (!status) return;
            await client.issues.update(projectId, issueNumber, { status });
            onStatusChange(status);
          }}
        />
        <ChoiceField
          label="Priority"
          value={issue.priority}
          values={priorities}
          names={priorityNames}
          onChange={async (priority) => {
            await client.issues.update(projectId, issueNumber, { priority });
            onPriorityChange(priority);
          }}
        />
      </div>
      <IssueFacts issue={issue} />
      <Screenshots screenshots={screenshots} />
      <CapturedContext context={context} />
      <Comments
        comments={comments}
        onAdd={(content) => client.issues.comments.create(projectId, issueNumber, { content })}
      />
    </>
  );
}
