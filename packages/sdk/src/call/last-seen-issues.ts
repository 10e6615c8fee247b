import type { Issue } from '@issue-tracking/model';

/** Members that an update changes, and the time of the last change. */
export type SeenIssue = Pick<Issue, 'status' | 'priority' | 'updatedAt'>;

/** Maximum number of remembered issues. */
const remembered = 10_000;

/** The states in which a client last saw issues: in a list, by itself, or after its own update. */
export class LastSeenIssues {
  /** The issue that was first seen comes first: moving each issue of each page to the end is slow. */
  readonly #states = new Map<string, SeenIssue>();

  add(projectId: string, issues: readonly (SeenIssue & Pick<Issue, 'issueNumber'>)[]): void {
    for (const { issueNumber, status, priority, updatedAt } of issues) {
      this.#states.set(keyOf(projectId, issueNumber), { status, priority, updatedAt });
    }
    if (this.#states.size <= remembered) return;
    for (const oldest of this.#states.keys()) {
      this.#states.delete(oldest);
      if (this.#states.size === remembered) return;
    }
  }

  find(projectId: string, issueNumber: number): SeenIssue | undefined {
    return this.#states.get(keyOf(projectId, issueNumber));
  }
}

function keyOf(projectId: string, issueNumber: number): string {
  return `${issueNumber} ${projectId}`;
}
