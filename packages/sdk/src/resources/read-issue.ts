import type { ErrorDetail, Issue } from '@issue-tracking/model';
import { callForItem, type WithResponse } from '../call/call-endpoint.ts';
import type { Core } from '../call/core.ts';
import type { RequestOptions } from '../call/settings.ts';

/** Which issue. */
export interface IssueParams {
  readonly projectId: string;
  readonly issueNumber: number;
}

/** What an update changes, and when that was last done. */
export type IssueState = Pick<Issue, 'status' | 'priority' | 'updatedAt'>;

type States = Map<string, Map<number, IssueState>>;

/** At least so many issues are remembered, the last ones that were seen; at most twice as many. */
const mostIssues = 10_000;

/** The states in which a client last saw issues: in a list, on their own, or after an update of its own. */
class SeenIssues {
  #recent: States = new Map();
  #older: States = new Map();
  #recentCount = 0;

  add(projectId: string, issues: readonly (IssueState & Pick<Issue, 'issueNumber'>)[]): void {
    const project = this.#recent.get(projectId) ?? new Map<number, IssueState>();
    this.#recent.set(projectId, project);
    this.#recentCount -= project.size;
    for (const { issueNumber, status, priority, updatedAt } of issues) {
      project.set(issueNumber, { status, priority, updatedAt });
    }
    this.#recentCount += project.size;
    if (this.#recentCount < mostIssues) return;
    this.#older = this.#recent;
    this.#recent = new Map();
    this.#recentCount = 0;
  }

  find({ projectId, issueNumber }: IssueParams): IssueState | undefined {
    const find = (states: States) => states.get(projectId)?.get(Number(issueNumber));
    return find(this.#recent) ?? find(this.#older);
  }
}

const seenBy = new WeakMap<Core, SeenIssues>();

/** What a client has seen of issues. */
export function seenIssues(core: Core): SeenIssues {
  const seen = seenBy.get(core) ?? new SeenIssues();
  seenBy.set(core, seen);
  return seen;
}

/** Reads one issue. */
export function readIssue(
  core: Core,
  params: IssueParams,
  options: RequestOptions | undefined,
): Promise<WithResponse<Issue>> {
  return callForItem(core, 'issues.get', { params: { ...params } }, options, {
    check: ({ data }) => otherIssue(data, params, 'asked for'),
    learn: ({ data }) => seenIssues(core).add(params.projectId, [data]),
  });
}

/** What is wrong with a response about another issue than was meant: a cache or proxy may mix them up. */
export function otherIssue(
  { issueNumber }: Pick<Issue, 'issueNumber'>,
  { issueNumber: meant }: IssueParams,
  done: string,
): ErrorDetail | undefined {
  if (issueNumber === Number(meant)) return undefined;
  return { field: 'data.issueNumber', message: `must be ${meant}, the issue that was ${done}` };
}
