import { issuePriorities, issueStatuses, settableStatuses } from '@issue-tracking/model';
import { UsageError } from '../context.ts';
import { dataOf, isJsonObject, isText, itemOf } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';
import { unknownProject } from './issue-list.ts';
import { assertApi } from './projects.ts';
import { errorText, type Session, type TestIssueState } from './session.ts';

/**
 * Parses the test issue. Returns `undefined` if the response doesn't match v1, because such an issue could not be restored.
 *
 * @throws UsageError if the issue doesn't exist, or its status can't be restored.
 */
export function parseTestIssue(session: Session, exchange: Exchange, issueNumber: number): TestIssueState | undefined {
  const { projectId } = session;
  assertApi(session, exchange);
  if (exchange.status === 404) {
    if (errorText(exchange) === 'Project not found') throw new UsageError(unknownProject(projectId, []));
    throw new UsageError(`Unknown issue ${issueNumber} in project ${projectId}`);
  }
  const { status, priority, issueNumber: shown } = itemOf(exchange);
  const isKnown =
    exchange.status === 200 &&
    // The values of a wrong issue must not be restored into the test issue.
    shown === issueNumber &&
    isJsonObject(dataOf(exchange)) &&
    (issueStatuses as readonly unknown[]).includes(status) &&
    (issuePriorities as readonly unknown[]).includes(priority);
  if (!isKnown || !isText(status) || !isText(priority)) return undefined;
  if (!(settableStatuses as readonly string[]).includes(status)) {
    throw new UsageError(
      `--issue ${issueNumber} is ${status}, which the API can't restore: choose an issue with status ${settableStatuses.join(', ')}`,
    );
  }
  return { issueNumber, status, priority };
}
