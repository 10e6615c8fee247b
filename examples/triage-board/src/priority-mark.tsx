import type { IssuePriority } from '@issue-tracking/sdk';
import { priorityNames } from './names.ts';

/** An issue's priority, in words and in a colour. */
export function PriorityMark({ priority }: { priority: IssuePriority }) {
  return (
    <span className="priority" data-priority={priority}>
      {priorityNames[priority]}
    </span>
  );
}
