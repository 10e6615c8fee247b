import type { Issue } from '@issue-tracking/model';

/** Members that an update changes, and the time of the last change. */
export type SeenIssue = Pick<Issue, 'status' | 'priority' | 'updatedAt'>;

/** Maximum number of remembered issues. */
const remembered = 10_000;

/** The states in which a client last saw issues: in a list, by itself, or after its own update. */
export class LastSeenIssues {
  /** The issue that wasn't seen for the longest time comes first. */
  readonly #states = new Map<string, SeenIssue>();

  add(projectId: string, issues: readonly (SeenIssue & Pick<Issue, 'issueNumber'>)[]): void {
    for (const { issueNumber, status, priority, updatedAt } of issues) {
      const key = keyOf(projectId, issueNumber);
      this.#states.delete(key);
      this.#states.set(key, { status, priority, updatedAt });
    }
    for (const oldest of this.#states.keys()) {
      if (this.#states.size <= remembered) return;
      this.#states.delete(oldest);
    }
  }

  find(projectId: string, issueNumber: number): SeenIssue | undefined {
    return this.#states.get(keyOf(projectId, issueNumber));
  }
}

function keyOf(projectId: string, issueNumber: number): string {
  return `${issueNumber} ${projectId}`;
}
