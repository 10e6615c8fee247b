/** @jsxImportSource preact */
import { Pairs } from '../../parts/pairs.tsx';
import { dateText } from '../../parts/times.ts';
import type { Issue } from '../../state/read-record.ts';

/** The description of an issue, and its members without a place of their own. */
export function Overview({ issue }: { issue: Issue }) {
  const pairs = [
    ['Page', issue.pageUrl],
    ['Reported by', issue.reporterName],
    ['Assigned to', issue.assignees.join(', ')],
    ['Labels', issue.labels.join(', ')],
    ['Browser', issue.browserInfo],
    ['System', issue.osInfo],
    ['Viewport', issue.viewportSize],
    ['Created', dateText(issue.createdAt)],
    ['Script errors', issue.jsErrorCount],
    ['Id', issue.id],
    ...issue.others,
  ] as const;
  return (
    <div class="stack">
      {issue.description ? (
        <p class="written" dir="auto">
          {issue.description}
        </p>
      ) : (
        <p class="soft">No description.</p>
      )}
      <Pairs pairs={pairs.filter(([, value]) => value !== '')} />
    </div>
  );
}
