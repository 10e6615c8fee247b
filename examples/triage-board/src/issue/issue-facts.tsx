import type { Issue } from '@issue-tracking/sdk';
import type { ReactNode } from 'react';
import { dayText } from '../date-text.ts';

/** Shows the fields of an issue. */
export function IssueFacts({ issue }: { issue: Issue }) {
  return (
    <>
      {issue.description && (
        <p className="description" dir="auto">
          {issue.description}
        </p>
      )}
      <dl className="facts">
        <Fact name="Reported by">{issue.reporterName}</Fact>
        <Fact name="Assigned to">{issue.assigneeName || 'Nobody'}</Fact>
        <Fact name="Reported">{dayText(issue.createdAt)}</Fact>
        {issue.labels.length > 0 && <Fact name="Labels">{issue.labels.join(', ')}</Fact>}
        <Fact name="Page">
          <a href={issue.pageUrl} rel="noreferrer" target="_blank">
            {issue.pageUrl}
          </a>
        </Fact>
        <Fact name="Seen in">
          {issue.browserInfo}, {issue.osInfo}, {issue.viewportSize}
        </Fact>
      </dl>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
