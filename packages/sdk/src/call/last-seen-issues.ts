import type { Issue } from '@issue-tracking/model';

/** Members that an update changes, and the time of the last change. */
export type SeenIssue = Pick<Issue, 'status' | 'priority' | 'updatedAt'>;

type States = Map<string, Map<number, SeenIssue>>;

/** Minimum number of remembered issues, the last ones seen. At most twice as many are kept. */
const remembered = 10_000;

/**
 * The states in which a client last saw issues: in a list, by itself, or after its own update. There are two maps: the older
 * one is dropped as a whole when the recent one is full. This needs no order of single entries.
 */
export class LastSeenIssues {
  #recent: States = new Map();
  #older: States = new Map();
  #recentCount = 0;

  add(projectId: string, issues: readonly (SeenIssue & Pick<Issue, 'issueNumber'>)[]): void {
    const project = this.#recent.get(projectId) ?? new Map<number, SeenIssue>();
    this.#recent.set(projectId, project);
    this.#recentCount -= project.size;
    for (const { issueNumber, status, priority, updatedAt } of issues) {
      project.set(issueNumber, { status, priority, updatedAt });
    }
    this.#recentCount += project.size;
    if (this.#recentCount < remembered) return;
    this.#older = this.#recent;
    this.#recent = new Map();
    this.#recentCount = 0;
  }

  find(projectId: string, issueNumber: number): SeenIssue | undefined {
    const find = (states: States) => states.get(projectId)?.get(Number(issueNumber));
    return find(this.#recent) ?? find(this.#older);
  }
}
