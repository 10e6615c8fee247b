import { issuePriorities, issueStatuses, settableStatuses } from '@issue-tracking/model';
import { UsageError } from '../context.ts';
import { dataOf, isJsonObject, isText, itemOf } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';
import { unknownProject } from './issue-list.ts';
import { assertApi } from './projects.ts';
import { errorText, type Session, type TestIssueState } from './session.ts';

/**
 * The issue that was named for writing, as it is; `undefined` where the service doesn't say what v1 promises of it, so that nothing can be put back.
 *
 * @throws UsageError when the issue won't do, or isn't there.
 */
export function parseTestIssue(session: Session, exchange: Exchange, issueNumber: number): TestIssueState | undefined {
  const { projectId } = session;
  assertApi(session, exchange);
  if (exchange.status === 404) {
    if (errorText(exchange) === 'Project not found') throw new UsageError(unknownProject(projectId, []));
    throw new UsageError(`There is no issue ${issueNumber} in the project ${projectId}`);
  }
  const { status, priority, issueNumber: shown } = itemOf(exchange);
  const isKnown =
    exchange.status === 200 &&
    // Values of another issue must not be restored into this one.
    shown === issueNumber &&
    isJsonObject(dataOf(exchange)) &&
    (issueStatuses as readonly unknown[]).includes(status) &&
    (issuePriorities as readonly unknown[]).includes(priority);
  if (!isKnown || !isText(status) || !isText(priority)) return undefined;
  if (!(settableStatuses as readonly string[]).includes(status)) {
    throw new UsageError(
      `--issue ${issueNumber} is ${status}, which the API can't set again: name one that is ${settableStatuses.join(', ')}`,
    );
  }
  return { issueNumber, status, priority };
}
